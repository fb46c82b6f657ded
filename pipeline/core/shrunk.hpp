// An image that is read smaller: each of its pixels replaces a square of the whole image.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>

namespace sluice {

// Each pixel replaces `by` x `by` pixels. Sides are rounded up, so the squares at the right and the bottom
// may extend beyond the whole image. If the image was rotated after it was read smaller, they may do so at
// the left and the top instead, by `left` columns and `top` rows (fewer than `by`).
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
