// The stretch of one value from [lo, hi] to [a, b]: what minmax and percentile do to each sample.
#pragma once

#include "tests/reference/pixels.hpp"

#include <algorithm>

namespace sluice::reference {

// Of integers: round_half_even(a + (v-lo) * (b-a) / (hi-lo)) as a rational number, where lo, hi, a and b are
// in parts of one. hi > lo. `clamp`: a for v <= lo, b for v >= hi; without it the line goes on to both sides.
// Not saturated.
inline Int128 stretched_exactly(Int128 v, Int128 lo, Int128 hi, Int128 a, Int128 b, bool clamp,
                                Int128 parts = 1) {
    v *= parts;
    if (clamp) v = std::clamp(v, lo, hi);
    return rounded(a * (hi - lo) + (v - lo) * (b - a), parts * (hi - lo));
}

// Of real numbers, lo < hi or, as a threshold, lo = hi. The end points are forced; NaN stays NaN; with
// `clamp` an infinity becomes a or b, without it it stays infinite.
inline Real stretched(Real v, Real lo, Real hi, Real a, Real b, bool clamp) {
    if (clamp ? v <= lo : v == lo) return a;
    if (clamp ? v >= hi : v == hi) return b;
    const Real y = (v - lo) * (b - a) / (hi - lo) + a;
    return clamp ? std::clamp(y, std::min(a, b), std::max(a, b)) : y;
}

}  // namespace sluice::reference
