// Paths in messages.
#pragma once

#include <filesystem>
#include <string>

namespace sluice {

// A path on one line of a terminal, whole: control characters and bytes that are not UTF-8 as \xHH.
std::string printable(const std::filesystem::path& path);

}  // namespace sluice
