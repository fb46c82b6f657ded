// v * (1 - strength * (3s^2 - 2s^3)), s = (d^2 - radius^2) / (1 - radius^2) from 0 to 1; d is the distance
// from the centre as a part of that of the corners.
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

Bounded darkened(const StageCall& call) {
    const Bounded& src = call.image();
    const ImageFormat& format = src.format();
    const Real strength = call.number("strength"), radius = call.number("radius");
    const Real middle_x = (static_cast<Real>(format.width) - 1) / 2;
    const Real middle_y = (static_cast<Real>(format.height) - 1) / 2;
    const Real corner = middle_x * middle_x + middle_y * middle_y;
    const bool doubles = real_of(format.pixel) == Pixel::f64;
    const Real epsilon = std::ldexp(Real{1}, doubles ? -52 : -23);
    const Real smallest = doubles ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
    Bounded dst = src;
    for_each_sample(format, [&](const SamplePlace& p) {
        if (format.has_alpha() && p.channel == format.colors()) return;
        const Real x = static_cast<Real>(p.x) - middle_x;
        const Real y = static_cast<Real>(p.row % format.height) - middle_y;
        const Real d2 = corner > 0 ? (x * x + y * y) / corner : 0;
        const Real s = std::clamp<Real>((d2 - radius * radius) / (1 - radius * radius), 0, 1);
        const Real factor = 1 - strength * s * s * (3 - 2 * s);
        // s is a difference of numbers up to 1 / (1 - radius^2), and the curve is at most 1.5 times as steep.
        const Real rough = 8 * epsilon * (1 + std::fabs(strength) * (1 + 1.5L / (1 - radius * radius)));
        const auto put = [&](HostImage& image, Real v, int side) {
            const Real room = side * (std::fabs(v) * rough + 4 * smallest);
            const Real result = std::isfinite(v) ? v * factor + (v == 0 ? 0 : room) : v;
            set_value(image.view(), p.x, p.row, p.channel, stored(result, format.pixel));
        };
        put(dst.expected, at(src.expected, p), 0);
        put(dst.low, at(src.low, p), -1);
        put(dst.high, at(src.high, p), 1);
    });
    dst.exact = false;
    return dst;
}

}  // namespace

StageReference vignette() {
    return {.image = [](const StageCall& call) -> StageResult { return {darkened(call)}; }};
}

}  // namespace sluice::reference::stages
