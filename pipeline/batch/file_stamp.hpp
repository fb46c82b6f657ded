// Notices whether a file has changed, without reading it.
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <filesystem>
#include <optional>

namespace sluice {

// The stamp of the file at a path, following links, or of a member of a tar archive. Nothing if there is no
// such file, it cannot be examined, or it is not a regular file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);
std::optional<FileStamp> stamp_of(int descriptor);

}  // namespace sluice
