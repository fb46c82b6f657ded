// What tells that a file is still the one that it was, without reading it.
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <filesystem>
#include <optional>

namespace sluice {

// Of what a path leads to. Nothing: there is no such file, it cannot be looked at, or it is no regular file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);
std::optional<FileStamp> stamp_of(int descriptor);

}  // namespace sluice
