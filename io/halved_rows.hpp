// An image of half the size, made row by row: each pixel is the mean of four.
#pragma once

#include "pipeline/core/format.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// One layer. Sides are rounded up; where there is no fourth pixel, the nearest counts twice. Colours count as
// much as their alpha.
class HalvedRows {
public:
    explicit HalvedRows(const ImageFormat& whole);

    const ImageFormat& format() const { return half_; }
    // Takes the next row, which is packed. True: row() is the next one of the half.
    bool add(const std::byte* row);
    const std::byte* row() const { return row_.data(); }

private:
    ImageFormat whole_, half_;
    std::size_t taken_ = 0;
    std::vector<std::byte> above_, row_;
};

}  // namespace sluice
