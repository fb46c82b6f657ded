// Files that the results of several inputs were joined into. A result is named as if such a file were a
// folder, "a/shard-000000.npy/b.npy". Beside the file lies its index, "a/shard-000000.jsonl".
#pragma once

#include "pipeline/batch/batch_file.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// What a line of an index says of an input.
struct JoinedResult {
    std::string input;  // its path
    std::string name;   // of its result, below the file
    std::optional<FileStamp>
        stamp;               // of its result, as long as it was a file; unset: it failed, and has no row
    std::string error = {};  // why it failed
};

std::filesystem::path index_of(const std::filesystem::path& joined);

// The index of a file: a line for each input, in their order. Those that did not fail are its rows.
std::string index_text(const std::filesystem::path& joined, const std::vector<JoinedResult>& results);

// Throws Error(input, index) if it is missing or damaged.
std::vector<JoinedResult> joined_results(const std::filesystem::path& joined);

// The file that stands where the path of an output has a folder: of a joined file or a tar archive that is
// finished. Nothing if there is none.
std::optional<std::filesystem::path> finished_around(const std::filesystem::path& output);

// The stamp of a result in such a file, by its index. Nothing if it has none. Any thread; indexes that were
// looked at lately are not read again.
std::optional<FileStamp> joined_stamp(const std::filesystem::path& output);

}  // namespace sluice
