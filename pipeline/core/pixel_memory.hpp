// How much host memory reading or writing an image needs.
#pragma once

#include "pipeline/core/format.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace sluice {

// Bytes of an image in Layout::device, or packed if that is more.
inline std::size_t placed_bytes(const ImageFormat& format) {
    return std::max(format.device_pitch() * format.rows(), format.host_bytes());
}

// Upper bounds, in bytes.
struct ReadMemory {
    std::size_t image = 0;   // for the image, which stays
    std::size_t beside = 0;  // for the file and its decoder, released when the image has been read
    bool placed = false;     // the image gets the layout that Destination asks for
};

// Whether an image can be read or written row by row, and the memory for that.
struct RowMemory {
    std::string refusal;    // why it is impossible: "it is interlaced"; "" if it is possible
    std::size_t bytes = 0;  // upper bound, for an image of any height
    bool slower = false;    // than reading or writing all rows at once
};

}  // namespace sluice
