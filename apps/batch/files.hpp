// The options of the batch command that say what it works on, and where the results go.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// Adds --output, --recursive, --glob, --files-from, -0, --format, --base and --name.
void add_file_options(po::options_description& options);

// INPUT... and the paths of --files-from. Throws wrong_arguments where there are none.
std::vector<std::string> named_inputs(const Arguments& arguments);
// Throws wrong_arguments where it is missing.
std::string output_option(const Arguments& arguments);

}  // namespace sluice::apps
