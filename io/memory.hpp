// How much memory of the host reading and writing pictures takes, told before a pixel is decoded.
#pragma once

#include "pipeline/core/format.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

// An upper bound.
struct ReadMemory {
    std::size_t image = 0;   // bytes of the picture, which stay
    std::size_t beside = 0;  // of the file and of its codec, which go when it is read
    bool placed = false;     // it lies as ReadOptions::destination asks
};

// For a file whose format `probe` has told (read.hpp). Throws Error(input, path) when it cannot be read.
ReadMemory memory_to_read(const std::string& path, const ImageFormat& format);

// Beside the image, in Layout::device, for a file with this extension. 0 for one that cannot be written.
std::size_t memory_to_write(std::string_view extension, const ImageFormat& format);

// Of an image in Layout::device, which is never less than packed.
std::size_t placed_bytes(const ImageFormat& format);

}  // namespace sluice
