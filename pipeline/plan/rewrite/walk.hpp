// Expand and infer: from a checked graph and the formats of its sources to primitives. Pure.
#pragma once

#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

namespace sluice {

// Compositions see their input formats and expand, as they are where nothing is read smaller; a Sink that
// wants another format gets a `convert` before it. `fp64`: whether Tables may hold doubles. Throws
// Error(usage) with the stage and its place when a stage refuses its inputs, Error(input) when an image that
// is read smaller has another size than its header said.
Primitives walk(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources, bool fp64);

}  // namespace sluice
