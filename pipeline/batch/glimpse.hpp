// A preview of an image for reports: a thumbnail and a histogram. BatchOptions::glimpse makes it, and
// FileReport has it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct Glimpse {
    static constexpr std::size_t side = 192;  // the thumbnail fits in a square of this side, in pixels
    static constexpr std::size_t bins = 64;
    using Counts = std::array<std::uint32_t, bins>;

    std::size_t width = 0, height = 0;  // of the thumbnail
    std::vector<std::uint8_t> jpeg;
    std::vector<Counts> histogram;  // of Y, or of R, G and B
    // The pixel values at the ends of the histogram, which are black and white in the thumbnail. They are the
    // full range of the format, or the range of the pixels if floats exceed the full range.
    double low = 0, high = 0;
    bool every_pixel = false;  // false: the histogram counts an evenly spaced sample of a large image
};

}  // namespace sluice
