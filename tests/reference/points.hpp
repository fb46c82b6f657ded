// Points that need nothing but the pixel: invert and gamma. Alpha is copied bit for bit.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice::reference {

// WHITE - v; ~v of signed integers (the only number that cannot overflow). Exact: unsigned integers above
// WHITE saturate at 0, floats are one subtraction (f16: in f32, then rounded). NaN stays.
HostImage invert(const ConstHostView& src);

// WHITE * sign(v) * (|v| / WHITE)^exponent. Tolerance for float32: 24 ulp of the result; integers of 8 and 16
// bits 1 LSB, near ties only; i32 needs f64, then 1 LSB. NaN stays in floats, infinities stay infinite.
HostImage gamma(const ConstHostView& src, double exponent);

}  // namespace sluice::reference
