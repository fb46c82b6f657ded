// What is said about a file that is not there.
#pragma once

#include "pipeline/core/wording.hpp"

#include <filesystem>

namespace sluice {

// "there is no such file", with the name in its folder that is nearest, or with what the shell did not
// expand.
Wording missing_file(const std::filesystem::path& path);

}  // namespace sluice
