// The bounds themselves: by hand, and held against functions in float32.
#include "tests/reference/bounded.hpp"

#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"
#include "tests/reference/stages/normalize/bounds.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace sluice;
using namespace sluice::reference;

namespace {

Bounded between(const HostImage& low, const HostImage& expected, const HostImage& high) {
    return {expected, low, high, false};
}

Bounded bounded_gamma(const Bounded& image, double exponent) {
    return expected_within("gamma", {{"exponent", exponent}}, image);
}

}  // namespace

TEST_CASE("invert keeps integers exact and turns the ends of what is uncertain around") {
    const Bounded exact = expected_within("invert", {}, exactly(row_of(Pixel::u8, 1, {0, 100, 255})));
    CHECK(exact.exact);
    CHECK(samples_of(exact.expected.view()) == Samples{255, 155, 0});
    const Bounded turned = expected_within(
        "invert", {},
        between(row_of(Pixel::u8, 1, {10}), row_of(Pixel::u8, 1, {12}), row_of(Pixel::u8, 1, {13})));
    CHECK(samples_of(turned.low.view()) == Samples{242});
    CHECK(samples_of(turned.expected.view()) == Samples{243});
    CHECK(samples_of(turned.high.view()) == Samples{245});
}

TEST_CASE("a function that turns back is looked at between the ends too") {
    const auto folded = [](const ConstHostView& image) {  // 255 at 100, less on both sides
        HostImage result(image.format);
        for (std::size_t x = 0; x < image.format.width; ++x)
            set_sample(result.view(), x, 0, 0, 255 - std::fabs(sample(image, x, 0, 0) - 100));
        return result;
    };
    const Bounded exact = each_sample(exactly(row_of(Pixel::u8, 1, {90, 100})), folded);
    CHECK(exact.exact);
    CHECK(samples_of(exact.expected.view()) == Samples{245, 255});
    const Bounded near = each_sample(between(row_of(Pixel::u8, 1, {98, 80}), row_of(Pixel::u8, 1, {99, 100}),
                                             row_of(Pixel::u8, 1, {102, 200})),
                                     folded);
    CHECK(samples_of(near.low.view()) == Samples{253, 0});
    CHECK(samples_of(near.high.view()) == Samples{255, 255});
}

TEST_CASE("what may be anything stays so where it is expected to be no number") {
    const double nan = std::nan("");
    const Bounded image =
        expected_within("invert", {},
                        between(row_of(Pixel::f32, 1, {-infinity, nan}), row_of(Pixel::f32, 1, {nan, nan}),
                                row_of(Pixel::f32, 1, {infinity, nan})));
    CHECK(outside(row_of(Pixel::f32, 1, {1, nan}).view(), image).empty());
    CHECK(outside(row_of(Pixel::f32, 1, {1, 1}).view(), image).find("x 1") == 0);
}

TEST_CASE("gamma and luma of integers are one step uncertain, alpha is not") {
    const Bounded gamma = bounded_gamma(exactly(row_of(Pixel::u8, 2, {100, 77})), 1);
    CHECK(samples_of(gamma.low.view()) == Samples{99, 77});
    CHECK(samples_of(gamma.high.view()) == Samples{101, 77});
    ImageFormat grey = ImageFormat{1, 1, 2, Pixel::u16};
    grey.grey_alpha = true;
    const Bounded luma = bounded_convert(exactly(row_of(Pixel::u16, 4, {1000, 1000, 1000, 5})), grey);
    CHECK(samples_of(luma.low.view()) == Samples{999, 5});
    CHECK(samples_of(luma.high.view()) == Samples{1001, 5});
}

TEST_CASE("what is outside of its ends is found, and NaN is not a number that is inside") {
    const Bounded image = between(row_of(Pixel::f32, 1, {0, 1, 2}), row_of(Pixel::f32, 1, {0, 1.5, 2}),
                                  row_of(Pixel::f32, 1, {0, 2, 2}));
    CHECK(outside(row_of(Pixel::f32, 1, {0, 1.75, 2}).view(), image).empty());
    CHECK(outside(row_of(Pixel::f32, 1, {0, 2.25, 2}).view(), image).find("x 1") == 0);
    CHECK(outside(row_of(Pixel::f32, 1, {0, 1.5, 2.5}).view(), image).find("x 2") == 0);
    CHECK(outside(row_of(Pixel::f32, 1, {0, std::nan(""), 2}).view(), image).find("x 1") == 0);
    CHECK(outside(row_of(Pixel::f64, 1, {0, 1.5, 2}).view(), image).find("format") == 0);
}

TEST_CASE("a gain is as uncertain as the sums that it follows from, and whether a pixel is counted") {
    NormalizeCall call;
    call.mode = "grayworld";
    const Bounded exact =
        bounded_normalize(exactly(row_of(Pixel::u8, 3, {100, 200, 150})), nullptr, call).image;
    CHECK(samples_of(exact.low.view()) == Samples{149, 149, 150});
    CHECK(samples_of(exact.high.view()) == Samples{151, 151, 150});
    // Red may be 99 to 101, so its gain 449 / 303 to 451 / 297, and that of green 449 / 600 to 451 / 600.
    const HostImage low = row_of(Pixel::f64, 3, {99, 200, 150}),
                    high = row_of(Pixel::f64, 3, {101, 200, 150}),
                    middle = row_of(Pixel::f64, 3, {100, 200, 150});
    const Bounded balanced = bounded_normalize(between(low, middle, high), nullptr, call).image;
    CHECK(sample(balanced.low.view(), 0, 0, 0) < 99 * 449.0 / 303);
    CHECK(sample(balanced.high.view(), 0, 0, 0) > 101 * 451.0 / 297);
    CHECK(distance(balanced, {0, 0, 0}) < 10);
    CHECK(distance(balanced, {0, 0, 1}) < 2);
    call.saturation_threshold = 0.5;  // (200 - 100) / 200, or a little more
    const Bounded unknown = bounded_normalize(between(low, middle, high), nullptr, call).image;
    CHECK(std::isinf(distance(unknown, {0, 0, 1})));
}

TEST_CASE("a stretch makes what is uncertain larger by its slope") {
    // 100..150 to 0..255: slope 5.1; 100 may be 99 to 101, and so may the least of all.
    const Bounded image = between(row_of(Pixel::u8, 1, {99, 120, 150}), row_of(Pixel::u8, 1, {100, 120, 150}),
                                  row_of(Pixel::u8, 1, {101, 120, 150}));
    const NormalizedBounds done = bounded_normalize(image, nullptr, {});
    CHECK(samples_of(done.image.expected.view()) == Samples{0, 102, 255});
    // 120 of 99..150 is 105, of 101..150 it is 98.9.
    CHECK(at(done.image.low, {1, 0, 0}) <= 98);
    CHECK(at(done.image.high, {1, 0, 0}) >= 105);
    CHECK(at(done.image.low, {1, 0, 0}) >= 70);
    CHECK_FALSE(done.image.exact);

    const NormalizedBounds given = bounded_normalize(image, nullptr, [] {
        NormalizeCall call;
        call.options.in = {{100, 150}};
        return call;
    }());
    CHECK(at(given.image.high, {1, 0, 0}) - at(given.image.low, {1, 0, 0}) < 30);
}

TEST_CASE("integers are stretched exactly, and nothing is known of a group that may be constant") {
    CHECK(bounded_normalize(exactly(random_image({9, 5, 3, Pixel::u16})), nullptr, {}).image.exact);
    const Bounded flat = between(row_of(Pixel::u8, 1, {100, 100}), row_of(Pixel::u8, 1, {100, 101}),
                                 row_of(Pixel::u8, 1, {101, 101}));
    const Bounded done = bounded_normalize(flat, nullptr, {}).image;
    CHECK(samples_of(done.low.view()) == Samples{0, 0});
    CHECK(samples_of(done.high.view()) == Samples{255, 255});
}

TEST_CASE("a mask that may be zero leaves nothing certain") {
    const Bounded image = exactly(row_of(Pixel::u8, 1, {10, 20, 30}));
    const Bounded mask = between(row_of(Pixel::u8, 1, {1, 0, 1}), row_of(Pixel::u8, 1, {1, 1, 1}),
                                 row_of(Pixel::u8, 1, {1, 1, 1}));
    const NormalizedBounds done = bounded_normalize(image, &mask, {});
    CHECK_FALSE(done.counts_surely);
    CHECK(samples_of(done.image.high.view()) == Samples{255, 255, 255});
}

TEST_CASE("the bounds of gamma hold what float32 gives, and are not much wider") {
    const HostImage image = random_image({64, 8, 1, Pixel::f32});
    const Bounded bounded = bounded_gamma(exactly(image), 2.2);
    HostImage single(image.format());
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 64; ++x) single.as<float>(y)[x] = std::pow(image.as<float>(y)[x], 2.2f);
    CHECK(outside(single.view(), bounded).empty());
    CHECK(largest_distance(bounded) < 1e-2 / 255);
}
