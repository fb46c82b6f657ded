// An image between its pixels, as what warps it reads it.
#pragma once

#include "tests/reference/weighed.hpp"

#include "pipeline/core/value.hpp"

#include <functional>
#include <string>

namespace sluice::reference {

// Where a pixel of the result comes from, the middle of the first pixel being 0, 0; and how far a device may
// be from there; nothing is known of it where that is far. NaN: from far to the left, or far above.
struct Spot {
    Real x = 0, y = 0, off_by = 0;
};
using SpotOf = std::function<Spot(std::size_t x, std::size_t row)>;

// Parameters filter (nearest, linear, or cubic with a = -0.75), edge, color and alpha of stages that sample.
Bounded sampled(const Bounded& src, const ImageFormat& dst, const Values& values, const SpotOf& spot);

}  // namespace sluice::reference
