// The filters of PNG: a row as differences to its neighbours, which compress better than the row itself.
#pragma once

#include "io/png/png.hpp"

#include <cstdint>
#include <span>

namespace sluice {

// Writes the filter's number and the filtered row to `dst`, which has one byte more than `row`.
// `above` is the row before, zeros for the first; `step` the bytes of a pixel. REQUIRES: filter is not
// automatic; `adaptive` takes the filter whose bytes, as signed numbers, have the smallest sum.
void filter_row(PngFilter filter, std::span<const std::uint8_t> row, const std::uint8_t* above,
                std::size_t step, std::uint8_t* dst);

}  // namespace sluice
