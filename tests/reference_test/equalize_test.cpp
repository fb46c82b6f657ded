#include "tests/reference/equalize.hpp"

#include "pipeline/core/error.hpp"
#include "tests/reference/clahe.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {
Samples equalized(Pixel type, int channels, const Samples& samples, const EqualizeOptions& options = {}) {
    return samples_of(equalize(row_of(type, channels, samples).view(), options).image.view());
}
}  // namespace

TEST_CASE("equalize maps the first level to 0 and the last to white by the share of pixels") {
    // N - hist[m] = 4: 1, 3 and 4 quarters of 255.
    CHECK(equalized(Pixel::u8, 1, {10, 20, 30, 30, 40}) == Samples{0, 64, 191, 191, 255});  // 63.75, 191.25
    CHECK(equalized(Pixel::u16, 1, {10, 20, 30, 30, 40}) == Samples{0, 16384, 49151, 49151, 65535});
}

TEST_CASE("a constant image stays as it is") {
    CHECK(equalized(Pixel::u8, 1, {10, 10}) == Samples{10, 10});
    CHECK(equalized(Pixel::u8, 3, {10, 20, 30, 10, 20, 30}) == Samples{10, 20, 30, 10, 20, 30});
}

TEST_CASE("luma moves the three channels alike, channels are equalized apart, alpha stays") {
    // Y = 19 and 50: the first becomes 0, the second 255.
    const Samples rgba{10, 20, 30, 7, 50, 50, 50, 8};
    const double y = 19;  // 2.126 + 14.304 + 2.166 = 18.596
    CHECK(equalized(Pixel::u8, 4, rgba) == Samples{0, 20 - y, 30 - y, 7, 255, 255, 255, 8});
    CHECK(equalized(Pixel::u8, 4, rgba, {.group = Grouping::channel}) ==
          Samples{0, 0, 0, 7, 255, 255, 255, 8});
}

TEST_CASE("what a mask leaves out is mapped, below the first level to 0") {
    const HostImage image = row_of(Pixel::u8, 1, {5, 10, 20, 15, 250});
    const HostImage mask = row_of(Pixel::u8, 1, {0, 1, 1, 0, 0});
    const Normalized result = equalize(image.view(), {.counted = {.mask = mask.view()}});
    CHECK(samples_of(result.image.view()) == Samples{0, 0, 255, 0, 255});
    const HostImage nothing({5, 1, 1, Pixel::u8});
    const Normalized none = equalize(image.view(), {.counted = {.mask = nothing.view()}});
    CHECK(none.untouched == std::vector<std::string>{"Y"});
    CHECK(compare(none.image.view(), image.view()).none());
}

TEST_CASE("floats are refused") {
    CHECK_THROWS_AS(equalize(HostImage({1, 1, 1, Pixel::f32}).view()), Error);
    CHECK_THROWS_AS(clahe(HostImage({1, 1, 1, Pixel::f32}).view()), Error);
}

TEST_CASE("clahe with one tile and no limit is an equalization that counts the first level too") {
    const HostImage image = ramp_image({16, 16, 1, Pixel::u8}, 0, 1);
    const HostImage result = clahe(image.view(), {.clip_limit = 0, .tiles = {1, 1}}).image;
    // cdf(v) = v + 1: lut[v] = rte((v + 1) * 255 / 256).
    for (std::size_t i = 0; i < 256; ++i)
        REQUIRE(sample(result.view(), i % 16, i / 16, 0) ==
                static_cast<double>(rounded(static_cast<Int128>(i + 1) * 255, 256)));
}

TEST_CASE("clahe of a constant image by hand") {
    // Tiles of 8 x 8: 64 pixels in one bin, limit max(1, 40 * 64 / 256) = 10, 54 clipped: batch 0, every
    // 256 / 54 = 4th bin gains one. Level 100 is such a bin: cdf(100) = 26 below and itself + 10 = 36.
    const HostImage image = constant_image({64, 64, 1, Pixel::u8}, 100);
    const HostImage result = clahe(image.view()).image;
    CHECK(sample(result.view(), 0, 0, 0) == 143);  // 36 * 255 / 64 = 143.4
    CHECK(compare(result.view(), constant_image(image.format(), 143).view()).none());
}

TEST_CASE("clahe pads both axes when one is not divisible") {
    // 640 x 4 pixels and 8 x 8 tiles: padded to 648 x 8; every pixel still has a value and none is left out.
    const HostImage image = random_image({640, 4, 1, Pixel::u8});
    const Statistics s = statistics(clahe(image.view()).image.view())[0];
    CHECK(s.count == 640 * 4);
    CHECK(s.max > s.min);
}
