// A graph that fails, for `sluice run`.
#pragma once

#include "tests/property/graph_case.hpp"

#include <filesystem>
#include <string>

namespace sluice::property {

// Writes the sources as pictures into `folder` and returns the pipeline that loads them, does what the graph
// does, and saves each output as NPY beside them. "" when no picture that sluice reads holds a source
// exactly: of 32-bit integers, doubles, several layers, and floats and signed integers with alpha.
std::string pipeline_of_files(const GraphCase& graph, const std::filesystem::path& folder);

}  // namespace sluice::property
