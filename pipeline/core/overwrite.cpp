#include "pipeline/core/overwrite.hpp"

#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <system_error>

#include <sys/stat.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::optional<std::int64_t> time_of(const fs::path& path) {
    struct stat facts {};
    if (path == "-" || ::stat(path.c_str(), &facts) != 0) return std::nullopt;
    return std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec;
}

bool is_regular(const fs::path& path) {
    std::error_code fault;
    return fs::is_regular_file(path, fault);
}

}  // namespace

FileExists::FileExists(const fs::path& path)
    : Error(Kind::input, path.string(),
            "exists; " + Remedy{"overwrite", "skip"} + " keeps it and counts it as done, " +
                Remedy{"overwrite", "newer"} + " or " + Remedy{"overwrite", "always"} + " replaces it") {}

std::string reason_to_keep(const fs::path& output, Overwrite overwrite,
                           const std::vector<fs::path>& sources) {
    if (overwrite == Overwrite::always || output == "-" || !is_regular(output)) return "";
    if (overwrite == Overwrite::never) throw FileExists(output);
    if (overwrite == Overwrite::skip) return "exists";
    const bool changed = std::any_of(sources.begin(), sources.end(),
                                     [&](const fs::path& source) { return is_older(output, source); });
    return changed ? "" : "is up to date";
}

bool is_older(const fs::path& file, const fs::path& than) {
    const auto time = time_of(file), other = time_of(than);
    return time && (!other || *time < *other);
}

fs::path real_name(const fs::path& path) {
    std::error_code fault;
    const fs::path whole = fs::absolute(path, fault);
    if (fault) return path.lexically_normal();
    const fs::path real = fs::weakly_canonical(whole, fault);
    return fault ? whole.lexically_normal() : real;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    if (a == "-" || b == "-") return false;
    struct stat one {
    }, other{};
    const bool has_one = ::stat(a.c_str(), &one) == 0, has_other = ::stat(b.c_str(), &other) == 0;
    if (has_one && has_other) return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
    return has_one == has_other && real_name(a) == real_name(b);
}

SameFile::SameFile(const fs::path& file)
    : file_(file), name_(lower_case(real_name(file).filename().string())) {}

bool SameFile::operator()(std::string_view other) const {
    const std::string path(other);
    const std::size_t slash = other.rfind('/');
    const std::string_view name = other.substr(slash == other.npos ? 0 : slash + 1);
    struct stat facts {};
    const bool alike = lower_case(name) == name_ || name.empty() || name == "." || name == "..";
    const bool led =
        !alike && ::lstat(path.c_str(), &facts) == 0 && (S_ISLNK(facts.st_mode) || facts.st_nlink > 1);
    return (alike || led) && is_same_file(file_, path);
}

}  // namespace sluice
