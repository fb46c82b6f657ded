// --overwrite of the commands that save pictures, and files that no output may replace.
#pragma once

#include "apps/command.hpp"
#include "pipeline/core/overwrite.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

void add_overwrite_option(po::options_description& options);

// What the option says, or nothing where it was not given. Throws wrong_arguments for another word.
std::optional<Overwrite> overwrite_option(const Arguments& arguments);

}  // namespace sluice::apps
