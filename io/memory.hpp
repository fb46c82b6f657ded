// How much memory of the host reading and writing pictures takes, told before a pixel is decoded.
#pragma once

#include "pipeline/core/pixel_memory.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace sluice {

// For a file whose format `probe` has told, read so much smaller (read.hpp). Throws Error(input, path) when
// it cannot be read.
ReadMemory memory_to_read(const std::string& path, const ImageFormat& format, int shrink = 1);

// Beside the image, in Layout::device, for a file with this extension. 0 for one that cannot be written.
std::size_t memory_to_write(std::string_view extension, const ImageFormat& format);

}  // namespace sluice
