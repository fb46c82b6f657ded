// The random graphs of every test run: some of everything with few kernels, because a kernel takes a third of
// a second to compile.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "tests/property/graph_case.hpp"

#include <set>
#include <string>
#include <vector>

namespace sluice::property {

struct Chosen {
    std::vector<GraphCase> graphs;
    std::set<std::string> missing;  // what stages declare and no graph has, however many seeds are looked at
};

// Looks at the graphs of the first seeds, and at how a part of them is planned; takes again and again the one
// that adds most kinds (kinds.hpp) for what it costs, until together they have each stage and every kind that
// is no stage's own; with `all` every kind. Nothing is compiled or run: five seconds. The same for the same
// library and facts.
// `about`: every kind that has to do with these stages is wanted, and no other.
Chosen chosen_graphs(const DeviceFacts& device, const std::vector<std::string>& about, bool all);

}  // namespace sluice::property
