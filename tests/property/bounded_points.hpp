// The Points of random graphs with their bounds.
#pragma once

#include "tests/property/bounded.hpp"

namespace sluice::property {

// Exact: one subtraction.
Bounded bounded_invert(const Bounded& src);

// pow is off by up to 16 ulp, its argument by a few, which the exponent multiplies: 20 + 4 * exponent ulp. In
// integers and f16 that is one step.
Bounded bounded_gamma(const Bounded& src, double exponent);

// Exact but for luma (4 ulp of the largest colour, in integers 1 LSB), a change of space (the curve as in
// tests/reference/srgb.hpp, in integers 1 LSB) and whites whose ratio is no float32 (2 ulp).
Bounded bounded_convert(const Bounded& src, const ImageFormat& dst, bool rescale = true);

}  // namespace sluice::property
