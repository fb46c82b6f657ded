// Sums of weighed neighbours, as filters and resizing make them: along the rows, then along the columns.
#pragma once

#include "tests/reference/bounded.hpp"
#include "tests/reference/pixels.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice::reference {

// What a column (or row) of the result weighs: those of the image from `first` on, which may lie outside.
struct Window {
    std::int64_t first = 0;
    std::vector<double> weights{};
};
using Axis = std::vector<Window>;  // one for each column (or row) of the result

// What is outside of an image: clamp, mirror, wrap, or constant with one value in every channel.
struct Outside {
    std::string rule = "clamp";
    double value = 0;
};

// The result in the format `dst`, rounded once. `by_alpha`: colours weigh as much as they are opaque; where
// nothing is left of alpha, there are none. A device multiplies and adds one weight after the other in float
// (in double where the image is f64 or i32), which is as far as it may be off; nothing is known where a
// weight that may as well be 0 weighs what is no number, and where alpha may as well be 0.
Bounded weighed(const Bounded& src, const ImageFormat& dst, const Axis& columns, const Axis& rows,
                const Outside& outside, bool by_alpha);

}  // namespace sluice::reference
