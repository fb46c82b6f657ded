// The manifest of an earlier run, as read by the run that resumes it.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/file_stamp.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

class Record {
public:
    // Reads a manifest, which need not exist. Ignores an incomplete last line, and lines that are not as a
    // run wrote them (edited, or from an older version). `options` is the fingerprint of the current
    // pipeline. Throws Error(input, manifest) if the file cannot be read, Error(usage, manifest) if it is not
    // a manifest.
    static Record read(const std::filesystem::path& manifest, std::string options);

    // Whether the manifest says that this file was processed by the same pipeline, and neither its input nor
    // its output has changed since.
    bool vouches_for(const BatchFile& file) const;

    // Whether the output was written after the first of the runs started. If so, it is theirs (a kill can
    // come between a file and its line), or it was changed later. If not, it existed before.
    bool covers(const std::filesystem::path& output) const;

    // The numbers of the ignored lines, counted from 1.
    const std::vector<std::size_t>& doubtful() const { return doubtful_; }

    // The start of the first of the runs, in the time of the file system. Nothing if there is no manifest, or
    // no valid line in it.
    std::optional<std::int64_t> begun() const { return begun_; }
    std::uintmax_t whole_bytes() const { return whole_bytes_; }  // of the lines that are complete
    std::size_t lines() const { return lines_; }

private:
    struct Done {
        std::filesystem::path input;
        FileStamp input_stamp, output_stamp;
        std::string options;
    };
    bool add(const std::string& line);
    bool believe(const std::string& line);

    std::map<std::filesystem::path, Done> done_;  // by output; the last line of each counts
    std::string options_;
    std::optional<std::int64_t> begun_;
    std::vector<std::size_t> doubtful_;
    std::uintmax_t whole_bytes_ = 0;
    std::size_t lines_ = 0;
};

// Adds a member "check" to the end of a line of a manifest (without newline), and verifies it, to notice
// edited lines.
std::string sealed(std::string line);
bool is_as_sealed(const std::string& line);

}  // namespace sluice
