// What stands before the pixels of a BMP.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct BmpHeader {
    enum class Packing { plain, rle8, rle4, masks };

    std::size_t width = 0, height = 0;
    bool top_down = false;
    int bits = 0;  // of a pixel: 1, 2, 4, 8, 16, 24, 32
    Packing packing = Packing::plain;
    std::array<std::uint32_t, 4> masks{};              // R G B A of 16 and 32 bit pixels; 0 = none
    std::vector<std::array<std::uint8_t, 3>> palette;  // R G B; of up to 8 bit
    Resolution resolution;
    std::size_t offset = 0;  // of the first pixel in the file

    bool grey()
        const;  // a palette without colours that has each level at its place: the indices are the levels
    ImageFormat format() const;
    std::size_t row_bytes() const { return (width * static_cast<std::size_t>(bits) + 31) / 32 * 4; }
};

// Throws Error(input) when it is no header of a BMP that sluice reads.
BmpHeader read_bmp_header(Bytes head);

}  // namespace sluice
