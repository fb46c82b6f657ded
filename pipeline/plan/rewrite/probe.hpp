// What the Sources of a graph give: the only step that touches files.
#pragma once

#include "pipeline/plan/rewrite/walk.hpp"

namespace sluice {

// Asks every Source for its format. Those without `probe` ("input") must be in `given`. A Source that can
// read its image smaller, and is free to (SourceDef::smaller), gets the parameters for that in `graph`: as
// small as every Gather behind it may have its image (GatherDef::may_shrink), where its sides can be divided
// by that and all results keep their formats. Throws Error(input) or Error(usage).
SourceFormats probe(CheckedGraph& graph, SourceFormats given = {});

}  // namespace sluice
