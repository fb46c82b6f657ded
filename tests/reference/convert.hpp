// The stage `convert`: pixel type, channels, space and order of an image.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice::reference {

// The image in the format `dst`, whose width, height and layers are those of `src`; white, space and order of
// `dst` are honoured. `rescale` false is `scale=none`.
//
// The steps, in this order, rounded only once at the end:
// 1. channels, on the values given: grey -> R G B replicates, R G B -> grey is luma, alpha that is not asked
//    for is dropped, alpha that is missing becomes the white of `dst`.
// 2. space, of colours only: the sRGB curve on v / white(src). `data` on either side converts nothing.
// 3. scale: v * white(dst) / white(src). Not with `rescale` false, nor when one side is a signed integer:
// then
//    the number is kept.
// 4. the sink (`stored`): halves to even, NaN -> 0 in integers, saturation to the type's range (not to
// white).
//
// Exact, the same on every device:
// * integer -> integer without a change of space: the rational number, rounded once (luma too, but see
// below);
// * integer -> float without a change of space: v / white(src) * white(dst), correctly rounded (f16: to f32,
//   then to f16); numbers that are kept are rounded to nearest;
// * float -> integer without luma or space: the product v * (white(dst) / white(src)) is rounded to float32
//   first (float64 where one side is f64 or i32), as one multiplication does; then the sink;
// * float -> float of one white: rounded to nearest even.
// With a tolerance:
// * luma in float32: 4 ulp of the largest channel; in integers 1 LSB, and that only where the exact value
//   lies within 1e-4 (8 bit) or 0.02 (16 bit) of a tie;
// * a change of space: srgb.hpp; in integers 1 LSB (8 bit), 65535 * 48 * 2^-24 = 0.2, so 1 LSB too (16 bit).
HostImage convert(const ConstHostView& src, const ImageFormat& dst, bool rescale = true);

}  // namespace sluice::reference
