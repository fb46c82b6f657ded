// How much memory of the host pictures take while they are read.
#pragma once

#include "pipeline/core/format.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace sluice {

// Bytes of an image in Layout::device, which is never less than packed.
inline std::size_t placed_bytes(const ImageFormat& format) {
    return std::max(format.device_pitch() * format.rows(), format.host_bytes());
}

// An upper bound.
struct ReadMemory {
    std::size_t image = 0;   // bytes of the picture, which stay
    std::size_t beside = 0;  // of the file and of its codec, which go when it is read
    bool placed = false;     // it lies as Destination asks
};

// Whether a picture can be read or written row by row, and what that takes.
struct RowMemory {
    std::string refusal;    // why it cannot: "it is interlaced"; "" where it can
    std::size_t bytes = 0;  // at most, however large the picture is
    bool slower = false;    // than all rows at once
};

}  // namespace sluice
