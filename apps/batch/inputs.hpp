// What a batch works on, and where the results go: from the options to files.
#pragma once

#include "apps/batch/outputs.hpp"
#include "apps/command.hpp"

#include <vector>

namespace sluice::apps {

// Adds --output, --recursive, --glob, --files-from, -0, --format, --base and --name.
void add_file_options(po::options_description& options);

// Finds the inputs and gives each its output. Throws Error(usage) when outputs collide or the options do not
// fit together; what is wrong with single files is in their BatchFile::fault.
std::vector<BatchFile> batch_files(const Arguments& arguments);

}  // namespace sluice::apps
