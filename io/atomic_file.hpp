// Writes a file so that it appears complete or not at all.
#pragma once

#include "io/bytes.hpp"

#include <filesystem>
#include <string>

namespace sluice {

// Writes to a temporary name in the same folder, then renames. When it fails (Error(input) without `where`),
// what was at `path` is still there and the temporary file is not. A link is followed: what it
// points to is replaced. What is no regular file (a device, a pipe) is written to as it is.
// `durable`: returns when the bytes would survive a power failure.
void write_file(const std::string& path, Bytes bytes, bool durable);

// What a path leads to in the end; it need not exist. Throws Error(input) without `where`.
std::filesystem::path end_of_links(const std::filesystem::path& path);

// Makes a folder and those that it is in, where they are missing. Throws Error(input, folder).
void make_folders(const std::filesystem::path& folder, bool durable);
// Returns when the names in a folder would survive a power failure. Throws Error(input) without `where`.
void sync_folder(const std::filesystem::path& folder);

// Throws Error(input) without `where`.
void write_stdout(Bytes bytes);

}  // namespace sluice
