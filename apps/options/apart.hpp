// Texts of the program's own take the place of nothing that it works with.
#pragma once

#include "apps/command.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

struct TakenFile {
    std::string path;
    Wording what;  // "an input"
};

// Throws wrong_arguments when the file that an option names is one of these. Nothing for "" and "-".
void expect_apart(const Caller& caller, const std::string& option, const std::string& path,
                  const std::vector<TakenFile>& files);
// The same of an option of the command, where it was given.
void expect_apart(const Arguments& arguments, const std::string& option, const std::vector<TakenFile>& files);

}  // namespace sluice::apps
