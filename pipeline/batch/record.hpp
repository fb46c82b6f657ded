// What the manifest of an earlier run tells the one that resumes it.
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
    // Reads a manifest; there may be none yet. A last line that was not written to its end is left out. A
    // line that is not as a run wrote it (edited, of an older version) counts for nothing. `options` is the
    // fingerprint of the pipeline that runs now. Throws Error(input, manifest) when it cannot be read,
    // Error(usage, manifest) for a file that is no manifest.
    static Record read(const std::filesystem::path& manifest, std::string options);

    // Whether the manifest says that this file was done, by the same pipeline, and neither input nor output
    // has changed since.
    bool vouches_for(const BatchFile& file) const;

    // Whether the output was written since the first of the runs began. Then it is theirs, although no
    // line says so (a kill comes between a file and its line), or was changed later; else it was there
    // before.
    bool covers(const std::filesystem::path& output) const;

    // Numbers of the lines that are not as a run wrote them, from 1.
    const std::vector<std::size_t>& doubtful() const { return doubtful_; }

    // When the first of the runs began, as file systems tell time; nothing without a manifest, or where no
    // line of it can be relied on.
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

// A line of a manifest, without its newline, and the same with a member "check" at its end, by which it is
// known whether it is as it was written.
std::string sealed(std::string line);
bool is_as_sealed(const std::string& line);

}  // namespace sluice
