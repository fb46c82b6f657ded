// Colours of an image, as few as a palette has.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice {

using GifColour = std::array<std::uint8_t, 3>;

// What an image becomes: an index for each pixel.
struct GifIndexed {
    std::vector<GifColour> palette;     // up to 256, with the transparent one; never empty
    std::optional<std::uint8_t> clear;  // the index of what is transparent
    std::vector<std::uint8_t> indices;  // row by row
};

// Of u8 in R G B (A). Where there are more colours than fit, those that are near to all are chosen, and what
// is lost at a pixel is given to its neighbours (Floyd and Steinberg). Alpha is transparent below 128.
GifIndexed gif_indexed(const ConstHostView& image);

}  // namespace sluice
