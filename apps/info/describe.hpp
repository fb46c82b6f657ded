// What is known of a file without decoding it, as a line of text and as JSON.
#pragma once

#include "apps/json.hpp"
#include "pipeline/core/image_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// What a batch would write for a file.
struct BatchResult {
    std::string extension;  // of the file
    ImageFormat image;      // in it; meaningless with an error
    std::string error;      // why it would fail, or ""
};

struct FileInfo {
    std::string path;
    std::optional<ImageFacts> facts;  // none: `error` says why
    std::string error;
    std::vector<std::string> warnings;
    BatchResult batch;
};

// `format`: the extension of all results; "" = that of the file if it can be written, else png. `most_bytes`:
// what an image may take in memory; 0 = as much as it takes.
BatchResult batch_result(const std::string& path, const ImageFacts& facts, const std::string& format,
                         std::size_t most_bytes, Spelling spelling);

// "photo.jpg: JPEG, 4000x3000, 8-bit RGB, ...", and the end of the line.
std::string info_text(const FileInfo& file);
Json info_json(const FileInfo& file);

}  // namespace sluice::apps
