#include "pipeline/batch/file_stamp.hpp"

#include "pipeline/batch/joined.hpp"
#include "pipeline/core/hash.hpp"
#include "pipeline/files/tar.hpp"

#include <cerrno>

#include <sys/stat.h>

namespace sluice {
namespace {

std::optional<FileStamp> stamp(int result, const struct stat& facts) {
    if (result != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
    return FileStamp{static_cast<std::uintmax_t>(facts.st_size),
                     std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec};
}

}  // namespace

std::optional<FileStamp> stamp_of(const std::filesystem::path& path) {
    struct stat facts {};
    const int result = ::stat(path.c_str(), &facts);
    if (result != 0 && errno == ENOTDIR) {
        if (const auto member = tar_member(path)) return FileStamp{member->size, member->mtime};
        return joined_stamp(path);
    }
    return stamp(result, facts);
}

std::optional<FileStamp> stamp_of(int descriptor) {
    struct stat facts {};
    const int result = ::fstat(descriptor, &facts);
    return stamp(result, facts);
}

std::string mark_of(const std::vector<std::optional<FileStamp>>& stamps) {
    if (stamps.empty()) return "";
    Hash hash;
    for (const auto& stamp : stamps) {
        hash.add(stamp ? std::to_string(stamp->bytes) : "");
        hash.add(stamp ? std::to_string(stamp->mtime) : "");
    }
    return hash.text();
}

}  // namespace sluice
