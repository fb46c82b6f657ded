// Colours of an image, as few as a palette has.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/host_image.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

using PaletteColour = std::array<std::uint8_t, 3>;

enum class PaletteDither { diffusion, none };
template <>
inline constexpr std::array<std::string_view, 2> names_of<PaletteDither>{"diffusion", "none"};

// What an image becomes: an index for each pixel.
struct IndexedImage {
    std::vector<PaletteColour> palette;  // up to 256, with the transparent one; never empty
    std::optional<std::uint8_t> clear;   // the index of what is transparent
    std::vector<std::uint8_t> indices;   // row by row
};

// Of u8 in R G B (A). `most` colours, 2 to 256, the transparent one included. Where there are more than fit,
// those that are near to all are chosen. diffusion: what is lost at a pixel is given to its neighbours (Floyd
// and Steinberg). Alpha is transparent below 128.
IndexedImage indexed(const ConstHostView& image, std::size_t most, PaletteDither dither);

}  // namespace sluice
