#include "tests/reference/stage.hpp"

#include "tests/reference/compare.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace sluice;
using namespace sluice::reference;

namespace {
HostImage invert(const ConstHostView& image) { return expected("invert", {}, image); }
HostImage gamma(const ConstHostView& image, double exponent) {
    return expected("gamma", {{"exponent", exponent}}, image);
}
double inverted(double v, const ImageFormat& format) {
    return sample(invert(constant_image(format, v).view()).view(), 0, 0, 0);
}
double raised(double v, Pixel pixel, double exponent) {
    return sample(gamma(constant_image({1, 1, 1, pixel}, v).view(), exponent).view(), 0, 0, 0);
}
}  // namespace

TEST_CASE("invert is white minus the value, and the complement of signed integers") {
    CHECK(inverted(0, {1, 1, 1, Pixel::u8}) == 255);
    CHECK(inverted(65535, {1, 1, 1, Pixel::u16}) == 0);
    CHECK(inverted(0.25, {1, 1, 1, Pixel::f32}) == 0.75);
    CHECK(inverted(3, {1, 1, 1, Pixel::f32}) == -2);
    CHECK(inverted(-128, {1, 1, 1, Pixel::i8}) == 127);
    CHECK(inverted(0, {1, 1, 1, Pixel::i16}) == -1);
    CHECK(inverted(-2147483648.0, {1, 1, 1, Pixel::i32}) == 2147483647);
    ImageFormat ten_bits{1, 1, 1, Pixel::u16};
    ten_bits.white = 1023;
    CHECK(inverted(23, ten_bits) == 1000);
    CHECK(inverted(5000, ten_bits) == 0);
}

TEST_CASE("inverting integers twice gives the image back, alpha untouched at every step") {
    for (const Pixel pixel : {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32}) {
        const HostImage image = random_image({9, 7, 4, pixel});
        const HostImage once = invert(image.view());
        CHECK(value(once.view(), 3, 3, 3) == value(image.view(), 3, 3, 3));
        CHECK(compare(invert(once.view()).view(), image.view()).none());
    }
}

TEST_CASE("gamma raises the share of white, keeps the sign, and 1 changes nothing") {
    CHECK(raised(0.25, Pixel::f32, 0.5) == 0.5);
    CHECK(raised(-0.25, Pixel::f32, 0.5) == -0.5);
    CHECK(raised(0, Pixel::f32, 2) == 0);
    CHECK(raised(128, Pixel::u8, 2) == 64);    // 64.25
    CHECK(raised(64, Pixel::u8, 0.5) == 128);  // 127.75
    CHECK(raised(65535, Pixel::u16, 2.2) == 65535);
    CHECK(raised(-127, Pixel::i8, 3) == -127);
    CHECK(std::isnan(raised(std::nan(""), Pixel::f32, 2)));
    const HostImage image = random_image({9, 7, 2, Pixel::u16});
    CHECK(compare(gamma(image.view(), 1).view(), image.view()).none());
}
