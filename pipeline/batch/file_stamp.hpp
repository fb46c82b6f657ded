// What tells that a file is still the one that it was, without reading it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace sluice {

struct FileStamp {
    std::uintmax_t bytes = 0;
    std::int64_t mtime = 0;  // last change, nanoseconds since 1970
    bool operator==(const FileStamp&) const = default;
};

// Of what a path leads to. Nothing: there is no such file, it cannot be looked at, or it is no regular file.
std::optional<FileStamp> stamp_of(const std::filesystem::path& path);
std::optional<FileStamp> stamp_of(int descriptor);

}  // namespace sluice
