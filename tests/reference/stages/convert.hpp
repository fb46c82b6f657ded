// The bounds of a conversion, for stages that end in one.
#pragma once

#include "tests/reference/bounded.hpp"

namespace sluice::reference {

// Exact but for luma (4 ulp of the largest colour, in integers 1 LSB), a change of space (the curve as in
// srgb.hpp, in integers 1 LSB) and whites whose ratio is no float32 (2 ulp).
Bounded bounded_convert(const Bounded& src, const ImageFormat& dst, bool rescale = true);

}  // namespace sluice::reference
