// Random pipelines: every stage that users see, every pixel type and channel count, branches, masks, ends in
// several places. The same graph for the same seed on every machine.
#pragma once

#include "pipeline/graph/stage.hpp"
#include "tests/property/graph_case.hpp"

namespace sluice::property {

// The stage that the graph of a seed begins with, where its images are for it: who looks for something rare
// need not make the others.
const StageDef& first_stage(std::uint64_t seed);

// Up to 12 stages on the longest way; most graphs are short, one in eight is long.
GraphCase random_graph(std::uint64_t seed);

}  // namespace sluice::property
