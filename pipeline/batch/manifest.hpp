// The manifest of a batch: one line of JSON for each file, written when the file is finished.
#pragma once

#include "pipeline/batch/report.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

namespace sluice {

// {"path": "a.png", "output": "out/a.png", "status": "done", "error": null, "warnings": [],
//  "sizes": {"width": 640, "height": 480, "channels": 3, "pixel": "u8", "alpha": false, "bytes": 51200,
//            "output": {... the same ...}},
//  "seconds": 0.031, "phases": {"decode": 0.01, "build": 0, "device": 0.001, "encode": 0.02}, "device":
//  "...", "numbers": {"normalize.stats": [{"name": "R", "min": 3, "max": 250}]}}
// A path that is not UTF-8 goes to "path_bytes" or "output_bytes" in base64. What is not known (the size of
// a picture that could not be read) is null. Ends with a newline.
std::string manifest_line(const FileReport& report, const std::string& device);

class Manifest : public Observer {
public:
    // Begins a new file; "-" is stdout. Throws Error(input) when it cannot be written.
    Manifest(const std::filesystem::path& path, std::string device);

    // Throws Error(input): a manifest that does not tell the truth ends the run.
    void finished(const FileReport& report) override;

private:
    struct Closer {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::string where_;
    std::string device_;
    std::unique_ptr<std::FILE, Closer> file_;  // not for stdout
};

}  // namespace sluice
