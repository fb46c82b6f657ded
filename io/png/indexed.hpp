// An image of few colours, as a PNG has it.
#pragma once

#include "io/palette.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct PngIndexed {
    std::vector<PaletteColour> palette;
    std::vector<std::uint8_t> alpha;  // of the first colours; all others are opaque
    int bits = 8;                     // of an index: 1, 2, 4 or 8
    std::size_t pitch = 0;            // bytes of a row of indices
    std::vector<std::uint8_t> rows;   // packed, the first index in the highest bits
};

// Of u8. Up to `most` colours are kept as they are, with their alpha. Of more colours the nearest are chosen,
// and alpha is all or nothing, with a warning if it was more.
PngIndexed png_indexed(const ConstHostView& image, std::size_t most, PaletteDither dither, const Warn& warn);

}  // namespace sluice
