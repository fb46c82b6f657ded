// normalize grayworld with its bounds. A gain is mean / own mean, and both lie between what the samples that
// are counted for sure, and those that may be counted, sum up to at least and at most:
//
//   |error of y| <= |g| e + (|v| + e) * (what the gain is uncertain by)
//
// Where nothing may be counted, or the sum of a channel may be 0 or not, any result is right.
#pragma once

#include "tests/reference/stages/normalize/bounds.hpp"

namespace sluice::reference {

// `mask` may be nullptr.
NormalizedBounds bounded_grayworld(const Bounded& src, const Bounded* mask, const NormalizeCall& call);

}  // namespace sluice::reference
