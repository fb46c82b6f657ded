// What a report shows of an image: a thumbnail, and how its values are spread. BatchOptions::glimpse makes
// it, and FileReport has it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct Glimpse {
    static constexpr std::size_t side = 192;  // of the thumbnail's box, pixels
    static constexpr std::size_t bins = 64;
    using Counts = std::array<std::uint32_t, bins>;

    std::size_t width = 0, height = 0;  // of the thumbnail
    std::vector<std::uint8_t> jpeg;
    std::vector<Counts> histogram;  // of Y, or of R, G and B
    // Code values at the ends of the histogram, and black and white of the thumbnail: the range of the
    // format, and of floats that leave it that of the pixels.
    double low = 0, high = 0;
    bool every_pixel = false;  // else of pixels that are spread evenly: all of them would take too long
};

}  // namespace sluice
