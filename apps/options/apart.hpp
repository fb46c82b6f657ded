// Texts of the program's own take the place of nothing that it works with.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

struct TakenFile {
    std::string path;
    std::string what;  // "an input"
};
// Those that these options name, where they were given: "the file of --manifest".
std::vector<TakenFile> files_of_options(const Arguments& arguments, const std::vector<std::string>& options);

// Throws wrong_arguments when the file that --OPTION names is one of these. Nothing where the option was not
// given, or is "-".
void expect_apart(const Arguments& arguments, const std::string& option, const std::vector<TakenFile>& files);

}  // namespace sluice::apps
