// The manifest of a batch: one line of JSON for each file, written when the file is finished.
#pragma once

#include "pipeline/batch/observer.hpp"
#include "pipeline/batch/record.hpp"
#include "pipeline/batch/shard.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

// What the lines of one run share.
struct ManifestRun {
    std::string device;        // for files whose report names none; "" = null
    std::string options = {};  // fingerprint of the pipeline
    std::int64_t begun = 0;    // start of the first of the runs that this one continues, as FileStamp::mtime
};

// {"path": "a.png", "output": "out/a.png", "status": "done", "error": null, "warnings": [],
//  "copied": false,
//  "sizes": {"width": 640, "height": 480, "layers": 1, "channels": 3, "pixel": "u8", "alpha": false,
//            "bytes": 51200, "shrink": 1, "output": {... the same, without shrink ...}},
//  "seconds": 0.031, "phases": {"decode": 0.01, "build": 0, "device": 0.001, "encode": 0.02}, "device":
//  "...", "numbers": {"normalize.stats": [{"name": "R", "min": 3, "max": 250}],
//                     "normalize.range": [{"name": "R", "low": 12, "high": 240}]},
//  "resume": {"begun_ns": 17..., "options": "c0ffee...", "input": {"bytes": 51200, "mtime_ns": 17...},
//             "output": {... the same ...}}, "check": "0123456789abcdef"}
// Returns a line, with a newline at its end.
// - "check" no longer matches if a line was edited; a run that resumes ignores such a line.
// - "sizes" are those of the upright image in the file. "shrink" says how many times smaller it was read.
// - "numbers" are the measured statistics and the values that the image was normalized with: `low` and `high`
//   (the ends of the range), or `mean` and `std`; null if no pixel was counted. With several layers or tiles,
//   each has an entry: "layer": 0, "tile": 0.
// - "copied" is true if the result is a copy of its input, because nothing changed.
// - A path that is not UTF-8 is in "path_bytes" or "output_bytes", as base64.
// - The manifest of one of several runs begins with {"shard": {"index": 2, "count": 7, "files": 118},
//   "resume": {...}, "check": "..."}.
// - Anything unknown is null, such as the size of an image that could not be read.
std::string manifest_line(const FileReport& report, const ManifestRun& run);

class Manifest : public Observer {
public:
    enum class Begin {
        anew,   // replaces an existing manifest
        go_on,  // appends to an earlier run's manifest, after removing an incomplete last line
    };
    // "-" is stdout, only with Begin::anew; the run goes on even if nobody reads it. The file is locked until
    // the end. Throws Error(input) if it cannot be written, Error(busy) if another run is writing it,
    // Error(usage) if it is not a manifest.
    Manifest(const std::filesystem::path& path, std::string device, std::string options,
             Begin begin = Begin::anew);
    Manifest(const Manifest&) = delete;
    Manifest& operator=(const Manifest&) = delete;

    // Also goes by the manifests of other runs. The lines that vouch for files of this run are copied.
    void go_on_from(const std::vector<std::filesystem::path>& others);
    // Of the earlier runs.
    const Record& record() const { return record_; }

    // Writes which part of the files this run does, and how many they are, unless the manifest says so.
    // Throws Error(usage) if it is the manifest of another part.
    void tell_shard(const Shard& shard, std::size_t files);

    // Writes the line at once. Call it when the output has its final name, so that the manifest is true
    // whatever happens to the program. Throws Error(input) if it cannot be written; the run then ends.
    void finished(const FileReport& report) override;

private:
    struct Descriptor {
        int number;
        ~Descriptor();
    };
    void cut(std::uintmax_t bytes);
    void write(const std::string& line);
    [[noreturn]] void fail() const;

    std::string where_;
    ManifestRun run_;
    Descriptor file_;
    Record record_;
    bool unread_ = false;  // nobody reads stdout
};

}  // namespace sluice
