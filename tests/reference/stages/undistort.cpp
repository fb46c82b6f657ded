// OpenCV's camera model: the direction of a pixel, bent by the lens, is the place that the pixel comes from.
#include "tests/reference/params.hpp"
#include "tests/reference/sampled.hpp"
#include "tests/reference/stage.hpp"

#include <array>
#include <cmath>

namespace sluice::reference::stages {
namespace {

struct Camera {
    Real fx = 1, fy = 1, cx = 0, cy = 0;
    std::array<Real, 8> k{};  // k1 k2 p1 p2 k3 k4 k5 k6
    Real digit = 0;           // the last one of 1 on the device

    static Real series(Real r2, Real a, Real b, Real c) { return r2 * (a + r2 * (b + r2 * c)); }

    Spot spot(std::size_t column, std::size_t row) const {
        const Real x = (static_cast<Real>(column) - cx) / fx, y = (static_cast<Real>(row) - cy) / fy;
        const Real r2 = x * x + y * y, below = 1 + series(r2, k[5], k[6], k[7]);
        const Real radial = (1 + series(r2, k[0], k[1], k[4])) / below;
        const Real bent_x = x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x);
        const Real bent_y = y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y;
        const Real far = std::max(std::fabs(fx * (bent_x - x)), std::fabs(fy * (bent_y - y)));
        return {fx * bent_x + cx, fy * bent_y + cy, far < 0x1p22L ? off_by(x, y, below) : HUGE_VALL};
    }

    // A device adds how far the place is from the pixel, in REAL. Its rounding is a part of the largest
    // number on the way; and so is that of the direction, which the centre and the focal length round.
    Real off_by(Real x, Real y, Real below) const {
        const Real r2 = x * x + y * y, r = std::sqrt(r2);
        const auto size = [&](std::size_t a, std::size_t b, std::size_t c) {
            return series(r2, std::fabs(k[a]), std::fabs(k[b]), std::fabs(k[c]));
        };
        const Real lens = (size(0, 1, 4) + size(5, 6, 7)) * (1 + size(5, 6, 7)) / (below * below);
        const Real tangential = 8 * (std::fabs(k[2]) + std::fabs(k[3])) * r;
        const Real f = std::max(std::fabs(fx), std::fabs(fy));
        const Real away = std::max(std::fabs(cx), std::fabs(cy)) + r * f;
        return digit * (32 * (f * r + away) * (lens + tangential) + f * digit) + 0x1p-39L;
    }
};

}  // namespace

StageReference undistort() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        Camera camera;
        const auto middle = [](std::size_t side) { return (static_cast<Real>(side) - 1) / 2; };
        const auto or_else = [&](const char* name, Real other) {
            const auto given = number_of(call.values, name);
            return given ? static_cast<Real>(*given) : other;
        };
        camera.fx = call.number("fx");
        camera.fy = or_else("fy", camera.fx);
        camera.cx = or_else("cx", middle(format.width));
        camera.cy = or_else("cy", middle(format.height));
        const std::vector<double> k = numbers_of(call.values, "k").value();
        std::copy(k.begin(), k.end(), camera.k.begin());
        camera.digit = real_of(format.pixel) == Pixel::f64 ? 0x1p-52L : 0x1p-23L;
        return {sampled(src, format, call.values,
                        [&](std::size_t x, std::size_t row) { return camera.spot(x, row % format.height); })};
    }};
}

}  // namespace sluice::reference::stages
