// Tar archives of regular files, as data sets for training are kept: ustar with extended headers (pax), and
// GNU tar's long names.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

struct TarMember {
    std::string name;
    std::uint64_t offset = 0, size = 0;  // of its bytes in the archive
    std::int64_t mtime = 0;              // nanoseconds since 1970
    bool operator==(const TarMember&) const = default;
};

// The regular files of an archive, in its order; of equal names, the last one. Folders are left out. Throws
// Error(input) without `where` if the archive is damaged or has no end, and for members that would not be
// what their names say: sparse files, links, names that leave the folder.
std::vector<TarMember> tar_members(int descriptor);

// Appends files to an archive, which `write` gets piece by piece. One thread.
class TarWriter {
public:
    explicit TarWriter(std::function<void(Bytes)> write) : write_(std::move(write)) {}

    // Then exactly `size` bytes follow by data().
    void begin(const std::string& name, std::uint64_t size, std::int64_t mtime);
    void data(Bytes bytes);
    void end();     // of a member
    void finish();  // of the archive

private:
    void header(const std::string& name, std::uint64_t size, std::int64_t seconds, char type);
    void pad(std::uint64_t size);

    std::function<void(Bytes)> write_;
    std::uint64_t size_ = 0;  // of the member
};

// "set/a.tar/b/c.png" is the member b/c.png of the archive set/a.tar.
bool is_tar_name(std::string_view path);
struct TarPath {
    std::filesystem::path archive;
    std::string member;
};
// Nothing if no part of the path but the last is a file whose name ends in .tar.
std::optional<TarPath> tar_path(const std::filesystem::path& path);

// The member at such a path. Nothing if there is none, or the archive cannot be read. Any thread; archives
// that were looked at lately are not read again.
std::optional<TarMember> tar_member(const std::filesystem::path& path);
// A file in memory with its bytes. The descriptor is the caller's. Throws Error(input) without `where`.
int open_tar_member(const TarPath& path);

}  // namespace sluice
