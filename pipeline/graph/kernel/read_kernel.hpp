// From a kernel text to the stages that it declares.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/graph/kernel/declaration.hpp"
#include "pipeline/graph/stage.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

// The stage that pipelines name, then its parts; none after a fault. `called`: what a printed pipeline calls
// the text's file; "" = the text stands in the pipeline.
std::vector<StageDef> read_kernel(const std::string& text, const TextPlace& at, const std::string& called,
                                  Diagnostics& faults);

// The same of a file, which is named as its stage is. Throws Error(usage) if it cannot be read.
std::vector<StageDef> read_kernel_file(const std::filesystem::path& file, Diagnostics& faults);

}  // namespace sluice
