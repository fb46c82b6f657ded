// What is said about a file that is not there.
#pragma once

#include <filesystem>
#include <string>

namespace sluice {

// "there is no such file", with the name in its folder that is nearest, or with what the shell did not
// expand.
std::string missing_file(const std::filesystem::path& path);

}  // namespace sluice
