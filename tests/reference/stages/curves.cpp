// Cubic Hermite pieces through the points; where slopes meet their weighed harmonic mean, 0 where they turn.
// At the ends by three points, limited as scipy's PchipInterpolator does it.
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::reference::stages {
namespace {

struct Hermite {
    std::vector<Real> x, y, d;

    Real operator()(Real v) const {
        if (v <= x.front()) return y.front();
        if (v >= x.back()) return y.back();
        if (std::isnan(v)) return v;
        const auto k = static_cast<std::size_t>(std::upper_bound(x.begin(), x.end(), v) - x.begin()) - 1;
        const Real h = x[k + 1] - x[k], t = (v - x[k]) / h;
        const Real own = (1 + 2 * t) * (1 - t) * (1 - t), next = t * t * (3 - 2 * t);
        return own * y[k] + next * y[k + 1] + h * t * (1 - t) * ((1 - t) * d[k] - t * d[k + 1]);
    }
};

Hermite through(const std::vector<double>& points, Real white) {
    Hermite c;
    for (std::size_t i = 0; i < points.size(); i += 2) {
        c.x.push_back(points[i] * white);
        c.y.push_back(points[i + 1] * white);
    }
    const std::size_t n = c.x.size();
    const auto width = [&](std::size_t k) { return c.x[k + 1] - c.x[k]; };
    const auto slope = [&](std::size_t k) { return (c.y[k + 1] - c.y[k]) / width(k); };
    const auto end = [&](std::size_t k, std::size_t next) -> Real {
        const Real a = slope(k), b = slope(next);
        const Real d = ((2 * width(k) + width(next)) * a - width(k) * b) / (width(k) + width(next));
        if (a == 0 || d / a <= 0) return 0;
        return a * b <= 0 && std::fabs(d) > 3 * std::fabs(a) ? 3 * a : d;
    };
    c.d.assign(n, n == 2 ? slope(0) : 0);
    if (n == 2) return c;
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const Real a = slope(k - 1), b = slope(k), left = width(k - 1), right = width(k);
        if (a * b > 0) c.d[k] = 3 * (left + right) / ((2 * right + left) / a + (right + 2 * left) / b);
    }
    c.d.front() = end(0, 1);
    c.d.back() = end(n - 2, n - 3);
    return c;
}

// Coefficients are floats; where pieces are narrow, their sums are of large numbers.
Tolerance curves_off_by(const StageCall& call) {
    const std::vector<double> points = numbers_of(call.values, "points").value();
    const ImageFormat& format = call.image().format();
    double most = 1, narrowest = 1;
    for (const double v : points) most = std::max(most, std::fabs(v));
    for (std::size_t i = 2; i < points.size(); i += 2)
        narrowest = std::min(narrowest, points[i] - points[i - 2]);
    const bool coarse = is_integer(format.pixel) || format.pixel == Pixel::f16;
    const double epsilon = std::ldexp(1.0, real_of(format.pixel) == Pixel::f64 ? -52 : -23);
    return {coarse ? 1.0 : 4.0, 32 * epsilon * most * most / narrowest * format.white_value()};
}

}  // namespace

StageReference curves() {
    return each_colour(
        [](const StageCall& call) -> OfSample {
            return through(numbers_of(call.values, "points").value(), call.image().format().white_value());
        },
        curves_off_by);
}

}  // namespace sluice::reference::stages
