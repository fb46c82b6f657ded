#include "io/writable.hpp"

#include "io/codecs.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/files/input.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

void expect_entry(const std::string& path, const fs::path& folder) {
    std::error_code fault;
    if (!fs::exists(folder, fault))
        throw Error(Error::Kind::usage, path, "there is no folder " + in_quotes(folder.string()));
    if (!fs::is_directory(folder, fault))
        throw Error(Error::Kind::usage, path, in_quotes(folder.string()) + " is not a folder");
    if (::access(folder.c_str(), W_OK | X_OK) != 0)
        throw Error(
            Error::Kind::usage, path,
            "the folder " + in_quotes(folder.string()) + " cannot be written to: " + std::strerror(errno));
}

fs::path or_here(const fs::path& folder) { return folder.empty() ? fs::path(".") : folder; }

}  // namespace

void expect_writable(const std::string& path) {
    std::error_code fault;
    const fs::file_status status = fs::status(path, fault);
    if (path == "-" || (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)))
        return;  // a device, a pipe
    if (fs::is_directory(status)) throw Error(Error::Kind::usage, path, "a folder has that name");
    expect_no_picture(path);
    const fs::path end = fs::is_symlink(path, fault) ? fs::weakly_canonical(path, fault) : fs::path(path);
    expect_entry(path, or_here(end.parent_path()));
}

void expect_no_picture(const std::string& path) {
    std::error_code fault;
    if (path == "-" || !fs::is_regular_file(path, fault)) return;
    try {
        constexpr std::size_t enough = 4096;
        Input input(path);
        const Bytes head = input.head(enough);
        const Codec* codec = codec_of_content(head);
        // Text may look like a format that has no magic number.
        const bool picture = codec != nullptr ? !codec->guessed : !foreign_format(head, "").empty();
        if (!picture) return;
    } catch (const Error&) {
        return;  // it cannot be read, but perhaps replaced
    }
    throw Error(Error::Kind::usage, path,
                "an image has that name, and text would replace it; give another name");
}

void expect_writable_folder(const std::string& path) {
    fs::path there = path;
    std::error_code fault;
    while (!there.empty() && !fs::exists(there, fault)) there = there.parent_path();
    expect_entry(path, or_here(there));
}

}  // namespace sluice
