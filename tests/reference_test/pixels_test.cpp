#include "tests/reference/pixels.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/not_finite.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using namespace sluice::reference;

namespace {}  // namespace

TEST_CASE("a quotient is rounded to the nearest integer, halves to the even one, of both signs") {
    const auto is = [](int numerator, int denominator, int expected) {
        CAPTURE(numerator);
        CAPTURE(denominator);
        CHECK(static_cast<int>(rounded(numerator, denominator)) == expected);
    };
    is(0, 1, 0);
    is(7, 7, 1);
    is(1, 2, 0);
    is(3, 2, 2);
    is(5, 2, 2);
    is(-1, 2, 0);
    is(-3, 2, -2);
    is(-5, 2, -2);
    is(4, 3, 1);
    is(5, 3, 2);
    is(-4, 3, -1);
    is(-5, 3, -2);
    is(-6, 3, -2);
}

TEST_CASE("a quotient agrees with rounding the exact double where there is one") {
    for (int numerator = -4096; numerator <= 4096; ++numerator)
        REQUIRE(static_cast<double>(rounded(numerator, 64)) == std::nearbyint(numerator / 64.0));
}

TEST_CASE("what is stored in an integer is rounded half to even, saturated, and 0 for NaN") {
    CHECK(stored(0.5L, Pixel::u8) == 0);
    CHECK(stored(1.5L, Pixel::u8) == 2);
    CHECK(stored(2.5L, Pixel::u8) == 2);
    CHECK(stored(2.5000001L, Pixel::u8) == 3);
    CHECK(stored(255.6L, Pixel::u8) == 255);
    CHECK(stored(-0.6L, Pixel::u8) == 0);
    CHECK(stored(-0.6L, Pixel::i8) == -1);
    CHECK(stored(-1000, Pixel::i8) == -128);
    CHECK(stored(70000, Pixel::u16) == 65535);
    CHECK(stored(-40000, Pixel::i16) == -32768);
    CHECK(stored(3e9L, Pixel::i32) == 2147483647);
    CHECK(stored(inf, Pixel::u16) == 65535);
    CHECK(stored(-inf, Pixel::i32) == -2147483648.0);
    CHECK(stored(not_a_number, Pixel::u8) == 0);
    CHECK(stored(not_a_number, Pixel::u8, 7) == 7);
}

TEST_CASE("what is stored in a float is the nearest float, and NaN and infinities pass") {
    CHECK(stored(0.1L, Pixel::f32) == static_cast<double>(0.1f));
    CHECK(stored(0.1L, Pixel::f64) == 0.1);
    CHECK(stored(65519, Pixel::f16) == 65504);
    CHECK(stored(65520, Pixel::f16) == inf);
    CHECK(std::isnan(stored(not_a_number, Pixel::f32)));
    CHECK(stored(-inf, Pixel::f16) == -inf);
}

TEST_CASE("a channel is counted red first in both orders of memory") {
    HostImage rgb({1, 1, 4, Pixel::u8});
    HostImage bgr({1, 1, 4, Pixel::u8, Space::encoded, Order::bgr});
    const std::uint8_t bytes[] = {10, 20, 30, 40};
    std::copy(bytes, bytes + 4, rgb.as<std::uint8_t>(0));
    std::copy(bytes, bytes + 4, bgr.as<std::uint8_t>(0));
    CHECK(value(rgb.view(), 0, 0, 0) == 10);
    CHECK(value(bgr.view(), 0, 0, 0) == 30);
    CHECK(value(bgr.view(), 0, 0, 2) == 10);
    CHECK(value(bgr.view(), 0, 0, 3) == 40);
    set_value(bgr.view(), 0, 0, 0, 99);
    CHECK(bgr.as<std::uint8_t>(0)[2] == 99);
}

TEST_CASE("luma weighs the channels and leaves grey as it is") {
    HostImage rgb({1, 1, 3, Pixel::u8});
    set_value(rgb.view(), 0, 0, 0, 100);
    set_value(rgb.view(), 0, 0, 1, 200);
    set_value(rgb.view(), 0, 0, 2, 50);
    CHECK(static_cast<double>(luma(rgb.view(), 0, 0)) == doctest::Approx(167.91).epsilon(1e-12));
    CHECK(static_cast<int>(luma_10000(rgb.view(), 0, 0)) == 1679100);
    HostImage grey(grey_alpha({1, 1, 2, Pixel::u8}));
    set_value(grey.view(), 0, 0, 0, 77);
    CHECK(luma(grey.view(), 0, 0) == 77);
    CHECK(static_cast<int>(luma_10000(grey.view(), 0, 0)) == 770000);
}
