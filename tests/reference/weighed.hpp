// Sums of weighed neighbours, as filters and resizing make them: along the rows, then along the columns.
#pragma once

#include "tests/reference/bounded.hpp"
#include "tests/reference/moved.hpp"
#include "tests/reference/pixels.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace sluice::reference {

// What a column (or row) of the result weighs: those of the image from `first` on, which may lie outside.
struct Window {
    std::int64_t first = 0;
    std::vector<double> weights{};
};
using Axis = std::vector<Window>;  // one for each column (or row) of the result

// The result in the format `dst`, rounded once. `by_alpha`: colours weigh as much as they are opaque; where
// nothing is left of alpha, there are none. A device multiplies and adds one weight after the other in float
// (in double where the image is f64 or i32), which is as far as it may be off; nothing is known where a
// weight that may as well be 0 weighs what is no number, and where alpha may as well be 0.
Bounded weighed(const Bounded& src, const ImageFormat& dst, const Axis& columns, const Axis& rows,
                const Beside& outside, bool by_alpha);

// What one pixel of a result weighs.
struct Windows {
    Window columns, rows;
};
// The same where each pixel weighs its own: any of those that are given for it, in the first place the first;
// nothing is known where there are none. Their weights are numbers made on the device, which is off by some
// of the last digits of 1.
using WindowsOf = std::function<std::vector<Windows>(std::size_t x, std::size_t row)>;
Bounded weighed(const Bounded& src, const ImageFormat& dst, const WindowsOf& windows, const Beside& outside,
                bool by_alpha);

}  // namespace sluice::reference
