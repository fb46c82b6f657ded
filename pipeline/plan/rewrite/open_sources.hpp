// Opens the files of a graph: the only step that touches them.
#pragma once

#include "pipeline/core/image_file.hpp"
#include "pipeline/plan/rewrite/walk.hpp"

namespace sluice {

struct Opened {
    SourceFormats formats;  // of all Sources
    ImageFiles files;       // of those that read some; whoever reads the pixels takes them from here
};

// Asks every Source for its format. Those that open no file ("input") must be in `given`. One that has a
// choice (ImageHeader::smaller) is read as small as every Gather behind it takes it (GatherDef::of_smaller),
// and `graph` is told so. Results keep their formats. Throws Error(input) or Error(usage).
Opened open_sources(CheckedGraph& graph, SourceFormats given = {});

}  // namespace sluice
