#include "tests/reference/compare.hpp"
#include "tests/not_finite.hpp"

#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using namespace sluice::reference;

namespace {}  // namespace

TEST_CASE("the first difference is named with its place, all are counted") {
    const HostImage expected = constant_image({3, 2, 3, Pixel::u8}, 18);
    HostImage image = expected;
    set_sample(image.view(), 1, 1, 1, 17);
    set_sample(image.view(), 2, 1, 0, 28);
    const Difference d = compare(image.view(), expected.view());
    CHECK_FALSE(d.none());
    CHECK(d.different == 2);
    CHECK(d.max_steps == 10);
    CHECK(d.text == "x 1, y 1, G: 17, expected 18; 2 of 18 samples differ, the largest difference is 10 LSB");
    CHECK(compare(image.view(), expected.view(), {.steps = 1}).different == 1);
    CHECK(compare(image.view(), expected.view(), {.steps = 10}).none());
    CHECK(compare(image.view(), expected.view(), {.absolute = 10}).none());
}

TEST_CASE("steps of floats are representable numbers, across zero too") {
    CHECK(steps_between(1, std::nextafter(1.0, 2.0), Pixel::f64) == 1);
    CHECK(steps_between(1, static_cast<double>(std::nextafter(1.0f, 2.0f)), Pixel::f32) == 1);
    CHECK(steps_between(1, 1 + std::ldexp(1.0, -10), Pixel::f16) == 1);
    CHECK(steps_between(0, -0.0, Pixel::f32) == 0);
    const double least = std::numeric_limits<float>::denorm_min();
    CHECK(steps_between(-least, least, Pixel::f32) == 2);
    CHECK(steps_between(not_a_number, not_a_number, Pixel::f32) == 0);
    CHECK(steps_between(not_a_number, 1, Pixel::f32) == inf);
    CHECK(steps_between(inf, inf, Pixel::f32) == 0);
    CHECK(steps_between(inf, std::numeric_limits<float>::max(), Pixel::f32) == 1);
    CHECK(steps_between(-3, 4, Pixel::i8) == 7);
}

TEST_CASE("NaN where a number is expected differs whatever the tolerance") {
    const HostImage number = constant_image({1, 1, 1, Pixel::f32}, 1);
    const HostImage none = constant_image({1, 1, 1, Pixel::f32}, not_a_number);
    CHECK_FALSE(compare(none.view(), number.view(), {.steps = 1e9, .absolute = 1e9}).none());
    CHECK(compare(none.view(), none.view()).none());
}

TEST_CASE("another format differs, another order of memory does not") {
    const HostImage image = constant_image({2, 2, 3, Pixel::u8}, 1);
    CHECK_FALSE(compare(image.view(), constant_image({2, 3, 3, Pixel::u8}, 1).view()).none());
    CHECK_FALSE(compare(image.view(), constant_image({2, 2, 4, Pixel::u8}, 1).view()).none());
    CHECK_FALSE(compare(image.view(), constant_image({2, 2, 3, Pixel::u16}, 1).view()).none());
    CHECK(compare(image.view(), constant_image({2, 2, 3, Pixel::u8, Space::encoded, Order::bgr}, 1).view())
              .none());
    ImageFormat white = image.format();
    white.white = 255;
    CHECK(compare(image.view(), constant_image(white, 1).view()).none());
    white.white = 254;
    CHECK_FALSE(compare(image.view(), constant_image(white, 1).view()).none());
}
