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
// that adds most kinds (kinds.hpp) for what it costs: until together they have each stage and every kind that
// is no stage's own, then until they have all kinds or as many different functions to compile. Nothing is
// compiled or run: two seconds. The same for the same library and facts.
// `about`: only what has to do with these stages is wanted; none: with all.
Chosen chosen_graphs(const DeviceFacts& device, const std::vector<std::string>& about, std::size_t functions);

}  // namespace sluice::property
