// The files of a batch.
#pragma once

#include "pipeline/core/wording.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

// One file of a batch.
struct BatchFile {
    std::filesystem::path input;   // "-" is stdin
    std::filesystem::path output;  // "-" is stdout; empty if there is a fault
    std::uintmax_t bytes = 0;      // size of the input; 0 = unknown
    Wording fault = {};            // why the file will fail, as far as it is known before the run; or ""
    // Parameters of its own: the number of the pipeline that has them, and a text for them in manifests.
    std::size_t variant = 0;  // 0 = it has none
    std::string mark = {};
    // Where the other Sinks save, if the pipeline has several: in the order of FilePipeline::sinks().
    std::vector<std::filesystem::path> also = {};
    std::size_t number = 0;  // its place in the BatchFiles that it comes from

    std::size_t outputs() const { return 1 + also.size(); }
    const std::filesystem::path& output_of(std::size_t sink) const {
        return sink == 0 ? output : also.at(sink - 1);
    }
};

// The size and time of a file, to notice a change without reading it.
struct FileStamp {
    std::uintmax_t bytes = 0;
    std::int64_t mtime = 0;  // last change, nanoseconds since 1970
    bool operator==(const FileStamp&) const = default;
};

}  // namespace sluice
