// The sRGB transfer function on the host: what kernels/curve.cl computes on the device.
#pragma once

#include "pipeline/core/format.hpp"

namespace sluice {

// A number on 0..1 from the other space into `to` (IEC 61966-2-1; odd, so that negative numbers survive the
// way there and back). `data` is no light: the number stays.
double transferred(double v, Space to);

}  // namespace sluice
