// Pixel values that are weighed as the bits that they are. The float of the bits of v is v * 2^-149: it has
// few digits and is exact, and to make it takes one instruction less than to make the number. Weights are
// larger by as much, in two steps: after the columns' sums have the digits of any float. So every product and
// sum is rounded as that of the numbers is, and the results are the same to the bit.
#pragma once

#include "pipeline/graph/gather.hpp"

namespace sluice {

// What weights of columns and of rows are multiplied with. Places between pixels are steps of 2^-40
// (kernels/coordinate.clh): their number is what a row weighs, as it stands.
struct WeightScales {
    double columns = 1, rows = 1;
};
inline constexpr WeightScales scales_of_bits{0x1p109, 0x1p40};

// Whether these may be: no product is larger than a float holds, or smaller than it holds all digits of.
bool may_weigh_bits(const Separable& taps);

}  // namespace sluice
