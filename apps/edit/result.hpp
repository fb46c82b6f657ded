// The file that `run` would save, for a browser to download.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <string>

namespace sluice::apps {

struct ResultFile {
    std::string name;   // without a folder
    std::string bytes;  // the same as those of `run`
};

// Runs the pipeline in a folder of its own, which it removes, and returns the file of the last Sink. A
// pipeline without a Sink gets one. `graph`: its Sources have paths. Throws Error.
ResultFile result_of(CheckedGraph graph, const Device& device);

}  // namespace sluice::apps
