// Models of colour: what three colours stand for, from R, G and B and back.
//
// rgb are fractions of white. hsv and hsl: hue in degrees, 0 where there is none; xyz and lab are of linear
// light, with the matrix that OpenCV and scikit-image have, whose sums are the white of lab; ycbcr is BT.601
// of the full range, chroma around 0.
#pragma once

#include "tests/reference/bounded.hpp"
#include "tests/reference/of_pixels.hpp"

namespace sluice::reference {

Lanes in_model(Model model, const Lanes& rgb);
Lanes from_model(Model model, const Lanes& colours);

// The image in the format `dst`: of size, layers, channels and space of the image. One of both is of rgb.
// pow, luma and quotients of a device are off by a few ulp; nothing is known of what is not finite, and of
// what lies beyond 1000 where products of all three make it larger.
Bounded bounded_model(const Bounded& src, const ImageFormat& dst);

}  // namespace sluice::reference
