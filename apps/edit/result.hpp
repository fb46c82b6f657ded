// The file that `run` would save, for a browser to download.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <filesystem>
#include <string>

namespace sluice::apps {

struct ResultFile {
    std::string name;   // without a folder
    std::string bytes;  // the same as those of `run`
};

// Runs the pipeline and returns the file of the last Sink. A pipeline without a Sink gets one. `graph`: its
// Sources have paths. `folder`: for the files, which are removed; nothing else may be in it. Throws Error.
ResultFile result_of(CheckedGraph graph, const Device& device, const std::filesystem::path& folder);

}  // namespace sluice::apps
