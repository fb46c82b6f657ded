// Logarithms and angles of floats (kernels/logarithm.clh, kernels/arc.clh), by the stages that have them.
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

using namespace sluice;
using reference::Samples;

namespace {

Samples stretched(const std::string& chain, const Samples& samples) {
    const HostImage src = reference::row_of(Pixel::f32, 1, samples);
    return reference::samples_of(test::run(chain, src.view()).image.view());
}

double units_off(double got, double exact) {
    return std::fabs(got - exact) / std::ldexp(1, std::max(std::ilogb(exact), -126) - 23);
}

}  // namespace

TEST_CASE("asinh and log are off by less than two units and a rounding, from the least to the greatest") {
    Samples values;
    for (int i = -126; i < 127; ++i)
        for (int m = 0; m < 97; ++m) values.push_back(std::ldexp(1 + static_cast<float>(m) / 97, i));
    const Samples asinh = stretched("asinh 1", values), log = stretched("log 1", values);
    const double of_asinh = static_cast<float>(1 / std::asinh(1.0));
    const double of_log = static_cast<float>(1 / std::log1p(1.0));
    double most = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        most = std::max(most, units_off(asinh[i], std::asinh(static_cast<double>(values[i])) * of_asinh));
        most = std::max(most, units_off(log[i], std::log1p(static_cast<double>(values[i])) * of_log));
    }
    CHECK(most < 2.5);
}

TEST_CASE("asinh and log are odd, and keep zero, infinities and NaN") {
    const float infinity = std::numeric_limits<float>::infinity();
    for (const char* chain : {"asinh 1", "log 1"}) {
        CAPTURE(chain);
        CHECK(stretched(chain, {0, infinity, -infinity}) == Samples{0, infinity, -infinity});
        CHECK(std::isnan(stretched(chain, {std::numeric_limits<float>::quiet_NaN()}).at(0)));
        CHECK(stretched(chain, {-0.3F, -70}) == [&] {
            Samples turned = stretched(chain, {0.3F, 70});
            for (auto& v : turned) v = -v;
            return turned;
        }());
    }
}

TEST_CASE(
    "angles are off by less than five units of their degrees, all around and from the least to the "
    "greatest") {
    // Pixels three apart, with the slopes (2 x, 2 y) in the middle one.
    std::vector<std::pair<double, double>> slopes;
    for (int i = 0; i < 720; ++i) {
        const double turn = (i + 0.37) / 720 * 2 * 3.14159265358979323846;
        for (const int power : {-60, -3, 0, 60})
            slopes.emplace_back(static_cast<float>(std::ldexp(std::cos(turn), power)),
                                static_cast<float>(std::ldexp(std::sin(turn), power)));
        slopes.emplace_back(std::ldexp(1.0, -i / 9), i % 2 == 0 ? 1 : -1);
        slopes.emplace_back(i % 2 == 0 ? 1 : -1, std::ldexp(1.0, -i / 9));
    }
    HostImage src({.width = 3 * slopes.size(), .height = 3, .channels = 1, .pixel = Pixel::f32});
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const auto at = [&](std::size_t x, std::size_t y) -> float& {
            return reinterpret_cast<float*>(src.row(y))[3 * i + x];
        };
        at(2, 1) = static_cast<float>(slopes[i].first);
        at(1, 2) = static_cast<float>(slopes[i].second);
    }
    const HostImage angles = test::run("sobel angle pixel=f32", src.view()).image;
    const float* row = reinterpret_cast<const float*>(angles.row(1));
    double most = 0;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
        const double exact = std::atan2(slopes[i].second, slopes[i].first) * 180 / 3.14159265358979323846;
        most = std::max(most, units_off(row[3 * i + 1], exact < 0 ? exact + 360 : exact));
    }
    CHECK(most < 5);
}
