#include "tests/reference/convert.hpp"
#include "tests/not_finite.hpp"

#include "pipeline/core/error.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/srgb.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using namespace sluice::reference;

namespace {

// One grey value from one pixel type to another.
double converted(double v, Pixel from, Pixel to, bool rescale = true) {
    const HostImage image = constant_image({1, 1, 1, from}, v);
    return sample(convert(image.view(), {1, 1, 1, to}, rescale).view(), 0, 0, 0);
}

Samples channels_changed(const Samples& samples, int channels) {
    return samples_of(convert(row_of(Pixel::u8, static_cast<int>(samples.size()), samples).view(),
                              grey_alpha({1, 1, channels, Pixel::u8}))
                          .view());
}

}  // namespace

TEST_CASE("integers are rescaled white to white") {
    CHECK(converted(255, Pixel::u8, Pixel::u16) == 65535);
    CHECK(converted(1, Pixel::u8, Pixel::u16) == 257);
    for (int v = 0; v < 65536; ++v) REQUIRE(converted(v, Pixel::u16, Pixel::u8) == std::nearbyint(v / 257.0));
}

TEST_CASE("a white of a format's own is honoured, halves go to even") {
    ImageFormat ten_bits{1, 1, 1, Pixel::u16};
    ten_bits.white = 1023;
    const HostImage image = constant_image(ten_bits, 1023);
    CHECK(sample(convert(image.view(), {1, 1, 1, Pixel::u8}).view(), 0, 0, 0) == 255);
    CHECK(sample(convert(image.view(), {1, 1, 1, Pixel::f32}).view(), 0, 0, 0) == 1);
    ImageFormat two{1, 1, 1, Pixel::u8};
    two.white = 2;
    const HostImage one = constant_image(two, 1);                                     // 1/2 of white
    CHECK(sample(convert(one.view(), {1, 1, 1, Pixel::u8}).view(), 0, 0, 0) == 128);  // 127.5
    ImageFormat odd{1, 1, 1, Pixel::u8};
    odd.white = 253;
    CHECK(sample(convert(one.view(), odd).view(), 0, 0, 0) == 126);  // 126.5
}

TEST_CASE("integers become floats by a correctly rounded division by white") {
    for (int v = 0; v < 256; ++v)
        REQUIRE(converted(v, Pixel::u8, Pixel::f32) == static_cast<float>(v) / 255.0f);
    for (int v = 0; v < 65536; v += 3)
        REQUIRE(converted(v, Pixel::u16, Pixel::f32) == static_cast<float>(v) / 65535.0f);
    CHECK(converted(51, Pixel::u8, Pixel::f64) == 0.2);
    CHECK(converted(51, Pixel::u8, Pixel::f16) == half_to_float(float_to_half(0.2f)));
}

TEST_CASE("floats become integers by one multiplication, halves to even, saturated, NaN to 0") {
    CHECK(converted(0.5, Pixel::f32, Pixel::u8) == 128);     // 127.5
    CHECK(converted(0.5, Pixel::f32, Pixel::u16) == 32768);  // 32767.5
    CHECK(converted(2.5 / 255, Pixel::f64, Pixel::u8) == 2);
    CHECK(converted(1.7, Pixel::f32, Pixel::u8) == 255);
    CHECK(converted(-0.1, Pixel::f32, Pixel::u16) == 0);
    CHECK(converted(not_a_number, Pixel::f32, Pixel::u8) == 0);
    CHECK(converted(inf, Pixel::f32, Pixel::u16) == 65535);
    CHECK(converted(-inf, Pixel::f16, Pixel::u8) == 0);
    CHECK(converted(not_a_number, Pixel::f64, Pixel::i32) == 0);
    // The product of floats is rounded to float32 first: it is a tie there, and not in f64.
    const float v = 0.5f / 255.0f;
    REQUIRE(v * 255.0f == 0.5f);
    REQUIRE(static_cast<double>(v) * 255 != 0.5);
    CHECK(converted(v, Pixel::f32, Pixel::u8) == 0);
}

TEST_CASE("unsigned integers survive the way through f32 and back") {
    for (int v = 0; v < 65536; v += 7)
        REQUIRE(converted(converted(v, Pixel::u16, Pixel::f32), Pixel::f32, Pixel::u16) == v);
}

TEST_CASE("signed integers are not rescaled, on either side") {
    CHECK(converted(-5, Pixel::i8, Pixel::f32) == -5);
    CHECK(converted(-5, Pixel::i16, Pixel::u8) == 0);
    CHECK(converted(200, Pixel::u8, Pixel::i8) == 127);
    CHECK(converted(200, Pixel::u8, Pixel::i16) == 200);
    CHECK(converted(40000, Pixel::u16, Pixel::i16) == 32767);
    CHECK(converted(2.5, Pixel::f32, Pixel::i32) == 2);
    CHECK(converted(-2147483648.0, Pixel::i32, Pixel::f32) == -2147483648.0);
    CHECK(converted(16777217, Pixel::i32, Pixel::f32) == 16777216);
    CHECK(converted(16777217, Pixel::i32, Pixel::f64) == 16777217);
}

TEST_CASE("scale=none keeps the numbers") {
    CHECK(converted(200, Pixel::u8, Pixel::u16, false) == 200);
    CHECK(converted(300, Pixel::u16, Pixel::u8, false) == 255);
    CHECK(converted(200, Pixel::u8, Pixel::f32, false) == 200);
    CHECK(converted(2.5, Pixel::f32, Pixel::u8, false) == 2);
}

TEST_CASE("floats become other floats by rounding, NaN and infinities pass") {
    CHECK(converted(0.1, Pixel::f64, Pixel::f32) == 0.1f);
    CHECK(converted(0.1f, Pixel::f32, Pixel::f64) == static_cast<double>(0.1f));
    CHECK(converted(1e6, Pixel::f32, Pixel::f16) == inf);
    CHECK(std::isnan(converted(not_a_number, Pixel::f32, Pixel::f16)));
    CHECK(converted(-inf, Pixel::f64, Pixel::f32) == -inf);
}

TEST_CASE("channels: grey replicates, colours become luma, alpha is dropped or white") {
    CHECK(channels_changed({9}, 2) == Samples{9, 255});
    CHECK(channels_changed({9}, 3) == Samples{9, 9, 9});
    CHECK(channels_changed({9}, 4) == Samples{9, 9, 9, 255});
    CHECK(channels_changed({9, 7}, 1) == Samples{9});
    CHECK(channels_changed({9, 7}, 3) == Samples{9, 9, 9});
    CHECK(channels_changed({9, 7}, 4) == Samples{9, 9, 9, 7});
    CHECK(channels_changed({100, 200, 50}, 1) == Samples{168});  // 167.91
    CHECK(channels_changed({100, 200, 50}, 2) == Samples{168, 255});
    CHECK(channels_changed({100, 200, 50}, 4) == Samples{100, 200, 50, 255});
    CHECK(channels_changed({100, 200, 50, 7}, 1) == Samples{168});
    CHECK(channels_changed({100, 200, 50, 7}, 2) == Samples{168, 7});
    CHECK(channels_changed({100, 200, 50, 7}, 3) == Samples{100, 200, 50});
    CHECK(channels_changed({255, 255, 255}, 1) == Samples{255});
}

TEST_CASE("luma of integers is rounded once, together with the scale, halves to even") {
    // 2126 * 0 + 7152 * 0 + 722 * 250 = 180500 -> 18.05; in 16 bits 18.05 * 257 = 4638.85.
    const HostImage image = row_of(Pixel::u8, 3, {0, 0, 250});
    CHECK(samples_of(convert(image.view(), {1, 1, 1, Pixel::u8}).view()) == Samples{18});
    CHECK(samples_of(convert(image.view(), {1, 1, 1, Pixel::u16}).view()) == Samples{4639});
    const HostImage down = row_of(Pixel::u8, 3, {0, 41, 44});  // 32.5
    CHECK(samples_of(convert(down.view(), {1, 1, 1, Pixel::u8}).view()) == Samples{32});
    const HostImage up = row_of(Pixel::u8, 3, {0, 14, 76});  // 15.5
    CHECK(samples_of(convert(up.view(), {1, 1, 1, Pixel::u8}).view()) == Samples{16});
}

TEST_CASE("alpha is rescaled but never linearised") {
    const ImageFormat linear{1, 1, 4, Pixel::f32, Space::linear};
    const auto samples = samples_of(convert(row_of(Pixel::u8, 4, {255, 0, 128, 51}).view(), linear).view());
    CHECK(samples[0] == 1);
    CHECK(samples[1] == 0);
    CHECK(samples[2] == doctest::Approx(0.21586050011389926).epsilon(1e-7));
    CHECK(samples[3] == static_cast<double>(0.2f));
}

TEST_CASE("the sRGB curve and its inverse by known points") {
    CHECK(static_cast<double>(srgb_to_linear(0.5L)) == doctest::Approx(0.21404114048223255).epsilon(1e-14));
    CHECK(static_cast<double>(srgb_to_encoded(0.21404114048223255L)) == doctest::Approx(0.5).epsilon(1e-14));
    CHECK(static_cast<double>(srgb_to_linear(0.04L)) == doctest::Approx(0.04 / 12.92).epsilon(1e-14));
    CHECK(srgb_to_linear(1) == 1);
    CHECK(static_cast<double>(srgb_to_encoded(1)) == doctest::Approx(1).epsilon(1e-15));
    CHECK(srgb_to_linear(-0.5L) == -srgb_to_linear(0.5L));
}

TEST_CASE("every 8- and 16-bit level survives the way to linear f32 and back") {
    for (const Pixel type : {Pixel::u8, Pixel::u16}) {
        const HostImage levels = image_of({256, 256, 1, type}, [type](std::size_t x, std::size_t row, int) {
            return static_cast<double>(type == Pixel::u8 ? x : 256 * row + x);
        });
        const ImageFormat linear{256, 256, 1, Pixel::f32, Space::linear};
        const HostImage there = convert(levels.view(), linear);
        const Difference d = compare(convert(there.view(), levels.format()).view(), levels.view());
        CHECK_MESSAGE(d.none(), d.text);
    }
}

TEST_CASE("data is never converted between spaces") {
    ImageFormat data{4, 4, 1, Pixel::u8, Space::data};
    const HostImage image = random_image(data);
    ImageFormat linear = data;
    linear.space = Space::linear;
    const HostImage result = convert(image.view(), linear);
    for (std::size_t x = 0; x < 4; ++x)
        CHECK(sample(result.view(), x, 2, 0) == sample(image.view(), x, 2, 0));
}

TEST_CASE("the order of memory changes and pixels do not") {
    const HostImage image = random_image({5, 3, 4, Pixel::u16});
    ImageFormat bgr = image.format();
    bgr.order = Order::bgr;
    const HostImage swapped = convert(image.view(), bgr);
    CHECK(compare(swapped.view(), image.view()).none());
    CHECK(swapped.as<std::uint16_t>(0)[0] == image.as<std::uint16_t>(0)[2]);
}

TEST_CASE("another size is refused") {
    CHECK_THROWS_AS(convert(HostImage({2, 2, 1, Pixel::u8}).view(), {2, 3, 1, Pixel::u8}), Error);
}
