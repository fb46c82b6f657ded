// Expand and infer: from a checked graph and the formats of its sources to primitives. Pure.
#pragma once

#include "pipeline/graph/graph.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

#include <map>
#include <string>

namespace sluice {

// The format of each Source, by the id of its node.
using SourceFormats = std::map<std::string, ImageFormat>;

// Compositions see their input formats and expand; a Sink that wants another format gets a `convert`
// before it. `fp64`: whether Tables may hold doubles. Throws Error(usage) with the stage and its place
// when a stage refuses its inputs.
Primitives walk(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources, bool fp64);

}  // namespace sluice
