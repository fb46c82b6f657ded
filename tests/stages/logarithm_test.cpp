// Logarithms and angles of floats (kernels/logarithm.clh, kernels/arc.clh), by the stages that have them.
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

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
