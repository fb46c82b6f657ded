// Columns of a separable Gather of which each weighs in its own way: those of an image that becomes 0.37
// times as wide, or nearly as wide as it was. They begin about evenly apart all the same: side by side,
// `pixels` in a piece, each begins at its own place in what the piece reads, which is the same in all pieces
// but for a column or two. So an item knows what each output weighs without a look; it weighs a few more,
// with 0.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/graph/gather.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace sluice {

// Weights of an axis that an item has which goes straight down an image: arguments of its kernel, or numbers
// in registers.
inline constexpr std::size_t most_straight_taps = 32;

struct OwnColumns {
    // Of the outputs of a piece: where each begins, in columns from the piece's first. A piece begins where
    // no output's weights lie further left, which may be outside of the image.
    std::vector<std::int32_t> offsets;
    std::size_t taps = 0;  // that each weighs, from there on
    // Whether pieces begin at multiples of `pixels`: where they read far apart, whole pieces come sooner than
    // pixels one by one, and another weight of 0 costs less. Pixels that are less than a word come in no
    // other way.
    bool aligned = false;
    // Outputs whose pieces lie within the image; whole pieces.
    std::size_t begin = 0, end = 0;

    // What a piece reads, in pieces of as many columns as it has outputs.
    std::size_t window_pieces() const {
        return ceil_div(static_cast<std::size_t>(offsets.back()) + taps, offsets.size());
    }
};

// Whether all that outputs weigh is image, of `size` columns, or rows. REQUIRES: taps are not even.
bool weighs_only_image(const Taps& taps, std::size_t size);

// nullopt where all columns have the same weights, where one of them weighs what is no image, and where no
// piece lies within it. `outputs` of a row, `size` columns of the image, `pixels` in a piece.
// `whole_pieces`: pixels come in no other way, as they are less than a word.
// REQUIRES: no output begins left of the one before.
std::optional<OwnColumns> own_columns(const Taps& taps, std::size_t outputs, std::size_t size, int pixels,
                                      bool whole_pieces);

}  // namespace sluice
