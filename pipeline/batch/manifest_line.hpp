// Lines of a manifest, as later runs and merges read them.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/shard.hpp"
#include "pipeline/core/wording.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// A manifest of one of several runs begins with such a line.
struct ShardLine {
    Shard shard;
    std::size_t files = 0;  // of the shard
    bool operator==(const ShardLine&) const = default;
};

// What a line says, as far as others act on it. The line is about a file if it has a path and a status,
// otherwise about a shard.
struct ManifestLine {
    std::optional<std::string> path, output, status;
    std::optional<ShardLine> shard;
    std::optional<std::int64_t> begun;
    std::optional<std::string> options;
    std::optional<FileStamp> input_stamp, output_stamp;
    std::string also;     // mark_of() the stamps of the other outputs
    bool intact = false;  // it is as a run wrote it

    bool is_file() const { return path && status; }
    // Whether others may act on it: somebody who edits a line may mean well, but what it says decides whether
    // a file is replaced.
    bool counts() const { return intact && begun && *begun > 0 && options; }
};

// Nothing if this is no line of a manifest. Without newline. Any thread.
std::optional<ManifestLine> read_manifest_line(std::string_view line);

// The line, with its newline, that says which shard a run does.
std::string shard_line(const ShardLine& shard, const std::string& options, std::int64_t begun);

// Calls `take` with each complete line of a manifest and the offset of its first byte. A last line that a
// kill cut off is left out. Returns the bytes of the complete lines. Throws Error(input, manifest) if the
// file cannot be read, Error(usage, manifest) if it is not a manifest; `who_needs`: "x needs the manifest of
// a run".
std::uintmax_t for_each_line(
    const std::filesystem::path& manifest, const Wording& who_needs,
    const std::function<void(std::string_view text, const ManifestLine& line, std::uintmax_t offset)>& take);

// The complete line at an offset, with its newline. Throws Error(input, manifest).
std::string line_at(const std::filesystem::path& manifest, std::uintmax_t offset);

// Adds a member "check" to the end of a line (without newline), to notice edited lines.
std::string sealed(std::string line);
bool is_as_sealed(std::string_view line);

// The same intact line for a manifest whose first run began then.
std::string begun_at(std::string_view line, std::int64_t begun);

}  // namespace sluice
