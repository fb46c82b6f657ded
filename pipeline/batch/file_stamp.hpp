// Notices whether a file has changed, without reading it.
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// The stamp of the file at a path, following links, or of a member of a tar archive or of a joined file.
// Nothing if there is no such file, it cannot be examined, or it is not a regular file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);
std::optional<FileStamp> stamp_of(int descriptor);

// A text that differs if one of the stamps does. "" for none.
std::string mark_of(const std::vector<std::optional<FileStamp>>& stamps);

}  // namespace sluice
