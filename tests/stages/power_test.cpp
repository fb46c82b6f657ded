// Powers of floats (kernels/power.clh), by the stages that raise values to one.
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace sluice;
using reference::Samples;

namespace {

Samples made(const std::string& chain, int channels, const Samples& samples) {
    const HostImage src = reference::row_of(Pixel::f32, channels, samples);
    return reference::samples_of(test::run(chain, src.view()).image.view());
}

// Of what a device gave, in units of the last place.
double error(double got, double exact) {
    return std::fabs(got - exact) / std::ldexp(1, std::max(std::ilogb(exact), -126) - 23);
}

}  // namespace

TEST_CASE("powers are off by less than two units, from the least to the greatest") {
    Samples values;
    for (int i = -140; i < 127; ++i)
        for (int m = 0; m < 97; ++m) values.push_back(std::ldexp(1 + static_cast<float>(m) / 97, i));
    for (const float x : {0x1.5df764p-2F, 0x1.576378p+2F}) values.push_back(x);  // 2.09 units once
    for (const float exponent : {0.1F, 0.45F, 0.8F, 2.2F, 9.9F, 10.0F}) {
        CAPTURE(exponent);
        const Samples got = made("gamma " + std::to_string(exponent), 1, values);
        double most = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const double exact = std::pow(values[i], static_cast<double>(exponent));
            if (exact < std::numeric_limits<float>::max())
                most = std::max(most, error(got[i], exact));
            else
                CHECK(std::isinf(got[i]));
        }
        CHECK(most < 2);
    }
    CHECK(made("gamma 0.45", 1, {0, INFINITY, -1}) == Samples{0, INFINITY, -1});
}

TEST_CASE("a power does not depend on what stands beside it") {
    Samples usual(64 * 4);
    for (std::size_t i = 0; i < usual.size(); ++i) usual[i] = static_cast<float>(i) / 256;
    for (const char* chain : {"gamma 0.45", "gamma 2.2", "levels black=0.1 gamma=1.3", "convert space=linear",
                              "convert space=linear | convert space=encoded"}) {
        CAPTURE(chain);
        const Samples expected = made(chain, 4, usual);
        for (const float rare : {1e-42F, 1e-30F, 1e38F, INFINITY, -0.5F}) {
            CAPTURE(rare);
            Samples samples = usual;
            const auto is_rare = [](std::size_t i) { return i % 28 == 5 || i % 28 == 10; };
            for (std::size_t i = 0; i < samples.size(); ++i)
                if (is_rare(i)) samples[i] = rare;
            const Samples got = made(chain, 4, samples);
            std::size_t unlike = 0;
            for (std::size_t i = 0; i < samples.size(); ++i) unlike += !is_rare(i) && got[i] != expected[i];
            CHECK(unlike == 0);
        }
    }
}
