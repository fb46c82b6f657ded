// What a batch works on, and where the results go: from what was asked for to files.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/sluice/batch.hpp"

#include <string>
#include <vector>

namespace sluice {

// Finds the inputs and gives each its output. Throws Error(usage, "batch") when outputs collide or what was
// asked for does not fit together; what is wrong with single files is in their BatchFile::fault.
std::vector<BatchFile> batch_files(std::vector<std::string> inputs, const std::string& output,
                                   const BatchOptions& options);

}  // namespace sluice
