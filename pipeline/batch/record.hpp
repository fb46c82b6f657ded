// The manifests of earlier runs, as read by the run that resumes them.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/file_stamp.hpp"
#include "pipeline/batch/manifest_line.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace sluice {

class Record {
public:
    // Reads a manifest, which need not exist. Ignores an incomplete last line, and lines that are not as a
    // run wrote them (edited, or from an older version). `options` is the fingerprint of the current
    // pipeline. Throws Error(input, manifest) if the file cannot be read, Error(usage, manifest) if it is not
    // a manifest.
    static Record read(const std::filesystem::path& manifest, std::string options);

    // Of a run without a manifest that began then (FileStamp::mtime): it only says what the run covers.
    static Record since(std::int64_t begun);

    // Reads the manifest of another run as well: of another shard, or from another machine.
    void read_other(const std::filesystem::path& manifest);

    // Whether a manifest says that this file was processed by the same pipeline, and neither its input nor
    // its output has changed since.
    bool vouches_for(const BatchFile& file) const;
    // The line that vouches for a file, if another run's manifest has it. Throws Error(input, manifest).
    std::optional<std::string> line_of_other(const BatchFile& file) const;

    // Whether the output was written after the first of the runs started. If so, it is theirs (a kill can
    // come between a file and its line), or it was changed later. If not, it existed before.
    bool covers(const std::filesystem::path& output) const;

    // The ignored lines of the manifests that have any, counted from 1.
    struct Doubtful {
        std::filesystem::path manifest;
        std::vector<std::size_t> lines;
    };
    const std::vector<Doubtful>& doubtful() const { return doubtful_; }

    // The start of the first of the runs, in the time of the file system. Nothing if there is no manifest, or
    // no valid line in any.
    std::optional<std::int64_t> begun() const { return begun_; }

    // Of the first manifest: its complete lines, and the shard that it is of.
    std::uintmax_t whole_bytes() const { return whole_bytes_; }
    std::size_t lines() const { return lines_; }
    const std::optional<ShardLine>& shard() const { return shard_; }

private:
    // Paths are known by hashes: there may be a million of them. Whoever is taken for another file must also
    // have the input, the stamps and the options of that one.
    struct Done {
        std::uint64_t input = 0;
        FileStamp input_stamp, output_stamp;
        std::uint64_t also = 0;      // the mark of the other outputs
        std::uintmax_t offset = 0;   // of the line
        std::uint32_t manifest = 0;  // of manifests_
        std::uint64_t options = 0;   // their mark
    };
    void add(const std::filesystem::path& manifest);
    void take(const ManifestLine& line, std::uintmax_t offset);
    const Done* find(const BatchFile& file) const;
    std::uint64_t key_of(const std::filesystem::path& path) const;

    std::filesystem::path folder_;  // that relative paths begin in
    std::string options_;
    std::vector<std::filesystem::path> manifests_;
    std::unordered_map<std::uint64_t, Done> done_;  // by output; the last line of a manifest counts
    std::optional<std::int64_t> begun_;
    std::vector<Doubtful> doubtful_;
    std::uintmax_t whole_bytes_ = 0;
    std::size_t lines_ = 0;
    std::optional<ShardLine> shard_;
};

// The manifests at a path: the path itself, or the files in that folder whose names end in .jsonl, sorted.
// Throws Error(usage, path) if there is nothing.
std::vector<std::filesystem::path> manifests_at(const std::filesystem::path& path);

}  // namespace sluice
