// Writes a file so that it appears complete or not at all.
#pragma once

#include "pipeline/core/overwrite.hpp"
#include "pipeline/files/bytes.hpp"

#include <filesystem>
#include <string>

namespace sluice {

// How a file takes its place.
struct Placing {
    bool durable = false;  // return when the bytes would survive a power failure
    Overwrite overwrite = Overwrite::always;
    std::string newer_than =
        "-";  // of Overwrite::newer: a file that was changed before this one is replaced; "-": any
};

// Writes to a temporary name in the same folder, then renames. When it fails (Error(input) without `where`),
// what was at `path` is still there and the temporary file is not. A link is followed: what it
// points to is replaced. What is no regular file (a device, a pipe) is written to as it is.
// Throws FileExists(path) when there is a file that is not to be replaced, also one that came there just now:
// of several processes that write one file with Overwrite::never or skip, exactly one succeeds.
void write_file(const std::string& path, Bytes bytes, const Placing& placing = {});

// What a path leads to in the end; it need not exist. Throws Error(input) without `where`.
std::filesystem::path end_of_links(const std::filesystem::path& path);

// Makes a folder and those that it is in, where they are missing. Throws Error(input, folder).
void make_folders(const std::filesystem::path& folder, bool durable);
// Returns when the names in a folder would survive a power failure. Throws Error(input) without `where`.
void sync_folder(const std::filesystem::path& folder);

// Throws Error(input) without `where`.
void write_stdout(Bytes bytes);

}  // namespace sluice
