// What stands before the pixels of a TGA.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <string>

namespace sluice {

struct TgaHeader {
    enum class Kind { indexed, color, grey };

    Kind kind = Kind::color;
    bool runs = false;  // run-length encoded
    std::size_t map_first = 0, map_count = 0;
    int map_bits = 0;  // of an entry of the colour map; 0 = there is none
    std::size_t width = 0, height = 0;
    int bits = 0;            // of a pixel
    int attribute_bits = 0;  // of it, that are no colour
    bool right_to_left = false, top_down = false;
    std::size_t map_offset = 0, offset = 0;  // of the colour map and of the first pixel in the file

    std::size_t pixel_bytes() const { return static_cast<std::size_t>(bits + 7) / 8; }
    ImageFormat format() const;
};

// Throws Error(input) when the values make no TGA that sluice reads. A TGA has no magic number: whether
// a file is one is told by whether this throws.
TgaHeader read_tga_header(Bytes head);

}  // namespace sluice
