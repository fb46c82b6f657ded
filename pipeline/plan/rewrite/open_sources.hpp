// What the Sources of a graph give: the only step that touches files.
#pragma once

#include "pipeline/plan/rewrite/walk.hpp"

namespace sluice {

// Asks every Source for its format. Those without `probe` ("input") must be in `given`. A Source that can
// read its image smaller, and is free to (ImageHeader::smaller), is told so in `graph`: as small as every
// Gather behind it takes it (GatherDef::of_smaller). Results keep their formats. Throws Error(input) or
// Error(usage).
SourceFormats probe(CheckedGraph& graph, SourceFormats given = {});

}  // namespace sluice
