// The transfer curve of sRGB (IEC 61966-2-1) on 0..1, continued below 0 by symmetry and above 1 by its
// formula.
//
// Tolerance for a float32 device: pow may be off by 16 ulp (OpenCL's full profile), its argument by 2. To
// linear that makes srgb_to_linear_ulp, to encoded (where 1.055 p - 0.055 loses up to 1.4 bits near the
// threshold) srgb_to_encoded_ulp. In 8 bits that is at most 1 LSB, at a tie only.
#pragma once

#include <cmath>

namespace sluice::reference {

inline constexpr double srgb_to_linear_ulp = 24;
inline constexpr double srgb_to_encoded_ulp = 48;

inline long double srgb_to_linear(long double v) {
    const long double x = std::fabs(v);
    const long double y = x <= 0.04045L ? x / 12.92L : std::pow((x + 0.055L) / 1.055L, 2.4L);
    return std::copysign(y, v);
}

inline long double srgb_to_encoded(long double v) {
    const long double x = std::fabs(v);
    const long double y = x <= 0.0031308L ? x * 12.92L : 1.055L * std::pow(x, 1 / 2.4L) - 0.055L;
    return std::copysign(y, v);
}

}  // namespace sluice::reference
