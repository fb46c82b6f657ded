#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <cmath>
#include <limits>

using namespace sluice;
using reference::Samples;

namespace {

Samples quantized(const std::string& chain, Pixel pixel, const Samples& samples, int channels = 1) {
    const HostImage src = reference::row_of(pixel, channels, samples);
    return reference::samples_of(test::run(chain, src.view()).image.view());
}

}  // namespace

TEST_CASE("numbers become steps from the zero point, halves even ones, and what is too large the ends") {
    CHECK(quantized("quantize 0.5", Pixel::f32, {0, 0.5, -0.5, 0.25, 0.75, 1.25, 100, -100}) ==
          Samples{0, 1, -1, 0, 2, 2, 127, -128});
    // The halves are those of the steps, whatever the zero point.
    CHECK(quantized("quantize 1 zero_point=1", Pixel::f32, {0.5, 1.5, 2.5, -0.5, -1.5}) ==
          Samples{1, 3, 3, 1, -1});
    CHECK(quantized("quantize 0.25 zero_point=128 pixel=u8", Pixel::f32, {0, -32, -33, 31.75, 40}) ==
          Samples{128, 0, 0, 255, 255});
    CHECK(quantized("quantize 1 zero_point=-128", Pixel::u8, {0, 1, 127, 128, 255}) ==
          Samples{-128, -127, -1, 0, 127});
    CHECK(quantized("quantize 0.001 pixel=i16", Pixel::f32, {1, -1, 40}) == Samples{1000, -1000, 32767});
    constexpr double inf = std::numeric_limits<double>::infinity();
    CHECK(quantized("quantize 0.5 zero_point=3", Pixel::f32, {inf, -inf, std::nan("")}) ==
          Samples{127, -128, 3});
}

TEST_CASE("alpha is quantized, too, and the result is plain numbers") {
    const HostImage src = reference::row_of(Pixel::f32, 4, {0, 0.5, 1, 0.5});
    const HostImage dst = test::run("quantize 0.01", src.view()).image;
    CHECK(reference::samples_of(dst.view()) == Samples{0, 50, 100, 50});
    CHECK(dst.format().pixel == Pixel::i8);
    CHECK(dst.format().space == Space::data);
}

TEST_CASE("a zero point that the type does not hold is refused") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] { quantized(chain, Pixel::u8, {1}); });
    };
    CHECK(refused("quantize 1 zero_point=128")
              .find("zero_point 128 is no number of i8, which holds -128 to 127") != std::string::npos);
    CHECK(refused("quantize 1 zero_point=-1 pixel=u8").find("which holds 0 to 255") != std::string::npos);
}
