// An image of fewer pixels, each in the place of a square of the whole image's.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>

namespace sluice {

// A pixel stands for `by` x `by` of the whole image's. Squares begin outside of that, by `left` columns and
// `top` rows, fewer than `by`, where the image was turned after it had shrunk; there may be such on its
// right and below. So sides are rounded up.
struct Shrunk {
    std::size_t by = 1;
    std::size_t left = 0, top = 0;

    ImageFormat of(ImageFormat whole) const {
        whole.width = ceil_div(whole.width, by);
        whole.height = ceil_div(whole.height, by);
        return whole;
    }
    bool operator==(const Shrunk&) const = default;
};

}  // namespace sluice
