// The manifest of a batch: one line of JSON for each file, written when the file is finished.
#pragma once

#include "pipeline/batch/observer.hpp"
#include "pipeline/batch/record.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace sluice {

// What the lines of one run have in common.
struct ManifestRun {
    std::string device;        // of files whose report names none; "" = null
    std::string options = {};  // fingerprint of the pipeline
    std::int64_t begun =
        0;  // when the first of the runs began that this one goes on with; as FileStamp::mtime
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
// A line that is changed does not fit its "check" any more, and a run that resumes does not go by it.
// Sizes of the input are those of the file, upright, however small it was read: `shrink` says by how much.
// Of an image with several layers, or of tiles, each entry of "numbers" is of one of them: "layer": 0,
// "tile": 0. Numbers are what was measured, and what the pixels were normalized by: `low` and `high` went to
// the ends, or `mean` and `std`; null where no pixel was counted. A result that is a copy of its input, since
// nothing changed, has "copied": true. A path that is not UTF-8 goes to "path_bytes" or "output_bytes" in
// base64. What is not known (the size of a picture that could not be read, which of several devices would
// have done it) is null. Ends with a newline.
std::string manifest_line(const FileReport& report, const ManifestRun& run);

class Manifest : public Observer {
public:
    enum class Begin {
        anew,   // what is there is replaced
        go_on,  // with what an earlier run wrote, without a last line that it did not write to its end
    };
    // "-" is stdout, which only begins anew; images matter more than a reader of it that has gone. Until the
    // end no other run gets at the file. Throws Error(input) when it cannot be written, Error(usage) when
    // another run is writing it or it is no manifest.
    Manifest(const std::filesystem::path& path, std::string device, std::string options,
             Begin begin = Begin::anew);
    Manifest(const Manifest&) = delete;
    Manifest& operator=(const Manifest&) = delete;

    // Of the earlier runs.
    const Record& record() const { return record_; }

    // Writes the line at once, so that whatever happens to the program, the lines are true: the caller has
    // given the output its name. Throws Error(input): a manifest that does not tell the truth ends the run.
    void finished(const FileReport& report) override;

private:
    struct Descriptor {
        int number;
        ~Descriptor();
    };
    void cut(std::uintmax_t bytes);
    [[noreturn]] void fail() const;

    std::string where_;
    ManifestRun run_;
    Descriptor file_;
    Record record_;
    bool unread_ = false;  // nobody reads stdout any more
};

}  // namespace sluice
