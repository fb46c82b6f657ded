// The white of daylight (CIE 15) of `kelvin` goes to that of 6500 K, green to 2^-tint of it; then white is as
// bright as it was.
#include "tests/reference/gain.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

// Linear R G B of the daylight locus, of a luminance of 1.
Gains daylight(Real t) {
    const Real x = t <= 7000 ? -4.6070e9L / (t * t * t) + 2.9678e6L / (t * t) + 0.09911e3L / t + 0.244063L
                             : -2.0064e9L / (t * t * t) + 1.9018e6L / (t * t) + 0.24748e3L / t + 0.237040L;
    const Real y = -3.000L * x * x + 2.870L * x - 0.275L;
    const Real of_x = x / y, of_z = (1 - x - y) / y;
    return {3.2404542L * of_x - 1.5371385L - 0.4985314L * of_z,
            -0.9692660L * of_x + 1.8760108L + 0.0415560L * of_z,
            0.0556434L * of_x - 0.2040259L + 1.0572252L * of_z};
}

Gains gains(const StageCall& call) {
    const Real kelvin = call.number("kelvin"), tint = call.number("tint");
    if (call.image().format().colors() == 1 || (kelvin == 6500 && tint == 0)) return {1, 1, 1};
    const Gains from = daylight(kelvin), to = daylight(6500);
    Gains gains{to[0] / from[0], to[1] / from[1] * std::exp2(-tint), to[2] / from[2]};
    const Real luma = 0.2126L * gains[0] + 0.7152L * gains[1] + 0.0722L * gains[2];
    for (Real& gain : gains) gain = static_cast<double>(gain / luma);
    return gains;
}

}  // namespace

// Terms of daylight cancel, which costs a double some of its last digits.
StageReference temperature() { return gained(gains, true, 16); }

}  // namespace sluice::reference::stages
