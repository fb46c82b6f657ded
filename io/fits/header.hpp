// What the headers of a FITS say. No pixel is read.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice {

inline constexpr std::size_t fits_block = 2880, fits_card = 80;

// An image in the file. Planes lie one after the other, each from its lowest row up.
struct FitsImage {
    std::uint64_t at = 0;  // of its samples, big endian
    int bits = 0;          // of each: 8, 16, 32, 64; -32, -64: floats
    std::size_t width = 0, height = 0;
    std::size_t colours = 1, layers = 1;
    double scale = 1, zero = 0;  // of values that are stored
    std::optional<std::int64_t> blank;
    bool more_keywords = false;  // than say how to read it

    std::size_t sample_bytes() const { return static_cast<std::size_t>(bits < 0 ? -bits : bits) / 8; }
    // Whether stored values are values but for their sign bit.
    bool is_integer() const;
    ImageFormat format() const;
};

// The first `most` images; 0: all. Throws EndOfData when the file ends before one begins, and Error(input)
// when it is broken, or has none.
std::vector<FitsImage> fits_images(const FileBytes& file, std::size_t most);

}  // namespace sluice
