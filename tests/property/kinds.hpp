// What is in a random graph, and in how it is planned and run, as words: to know which graphs have some of
// everything.
#pragma once

#include "pipeline/graph/registry.hpp"
#include "pipeline/plan/plan.hpp"
#include "tests/property/graph_case.hpp"

#include <set>
#include <string>

namespace sluice::property {

// "stage gamma", "gamma of u8", "gamma of 3 channels", "part stretch", "normalize.out",
// "normalize.group=luma", "branch", "depth 11", "in strips, rows 1" ...
std::set<std::string> kinds(const GraphCase& graph);
// How its passes are implemented, and what was decided: "looked up as words", "looks at image: is affine" ...
std::set<std::string> kinds(const ExecutionPlan& plan);

// All that the stages for users declare (stages, parameters, choices; not those of Sources and Sinks, which
// are files), all kinds of images and shapes, all variants.
std::set<std::string> all_kinds(const Registry& registry);

}  // namespace sluice::property
