// What is in a random graph, as words: to know that the generator writes all that stages declare, and that
// the fixed seeds have some of everything.
#pragma once

#include "pipeline/graph/registry.hpp"
#include "tests/property/graph_case.hpp"

#include <set>
#include <string>

namespace sluice::property {

// "stage gamma", "normalize.out", "normalize.group=luma", "source u8", "3 channels", "branch", "depth 12" ...
std::set<std::string> kinds(const GraphCase& graph);

// All that the stages for users declare (stages, parameters, choices; not those of Sources and Sinks, which
// are files), and all kinds of images and shapes.
std::set<std::string> all_kinds(const Registry& registry);

}  // namespace sluice::property
