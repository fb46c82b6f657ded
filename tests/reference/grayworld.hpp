// normalize, mode grayworld: white balance by the means of the channels.
#pragma once

#include "tests/reference/normalize.hpp"

#include <array>

namespace sluice::reference {

// gain_c = (mean of the channels' means) / mean_c over pixels with max - min <= threshold * max; 1 where
// mean_c = 0. Colours are multiplied by their gain; grey images and alpha stay as they are.
//
// Decided here: a black pixel counts (it changes no gain); a pixel counts only when the mask counts all of
// its colours and all are finite. Nothing counted: the image stays as it is, R, G and B are named. max - min
// and threshold * max are computed in float, in double where pixels or mask are f64 or i32.
//
// Tolerance in f32: 2e-6 relative; integers 1 LSB, near ties.
Normalized grayworld(const ConstHostView& src, double saturation_threshold = 0.9,
                     const Counted& counted = {});

// Whether a pixel of these colours is, as far as they decide it.
bool counts_in_grayworld(const std::array<Real, 3>& colours, double saturation_threshold,
                         const ImageFormat& format, const Counted& counted);

}  // namespace sluice::reference
