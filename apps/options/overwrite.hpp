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

// Throws wrong_arguments when the file that --OPTION names, a text of the program's own, is one of these: a
// picture that is read or written, a pipeline. Nothing where the option was not given, or is "-".
void expect_apart(const Arguments& arguments, const std::string& option,
                  const std::vector<std::string>& files, const std::string& what);

}  // namespace sluice::apps
