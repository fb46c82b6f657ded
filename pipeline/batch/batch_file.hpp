// What a batch does one by one.
#pragma once

#include "pipeline/core/wording.hpp"

#include <cstdint>
#include <filesystem>
#include <string>

namespace sluice {

// One file of a batch.
struct BatchFile {
    std::filesystem::path input;   // "-" is stdin
    std::filesystem::path output;  // "-" is stdout; empty when there is a fault
    std::uintmax_t bytes = 0;      // size of the input; 0 = unknown
    Wording fault = {};            // known before the run: why it cannot be done, or ""
};

// What tells that a file is still the one that it was, without reading it.
struct FileStamp {
    std::uintmax_t bytes = 0;
    std::int64_t mtime = 0;  // last change, nanoseconds since 1970
    bool operator==(const FileStamp&) const = default;
};

}  // namespace sluice
