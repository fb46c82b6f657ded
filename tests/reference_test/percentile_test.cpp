#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

TEST_CASE("percentile 0 to 100 is min-max") {
    const HostImage image = random_image({20, 10, 4, Pixel::u16}, {.range = {{500, 9000}}});
    const HostImage expected = minmax(image.view()).image;
    const Difference d = compare(percentile(image.view(), 0, 100).image.view(), expected.view());
    CHECK_MESSAGE(d.none(), d.text);
}

TEST_CASE("the tails are clamped") {
    // 0, 1, ..., 99: 10 % leaves 10..89.
    const HostImage image = ramp_image({100, 1, 1, Pixel::u8}, 0, 1);
    const HostImage result = percentile(image.view(), 10, 90).image;
    const auto at = [&](std::size_t x) { return sample(result.view(), x, 0, 0); };
    CHECK(at(0) == 0);
    CHECK(at(10) == 0);
    CHECK(at(11) == 3);  // 255 / 79
    CHECK(at(88) == 252);
    CHECK(at(89) == 255);
    CHECK(at(99) == 255);
}

TEST_CASE("where percentiles are one value, the minimum and the maximum take their place") {
    const HostImage image = image_of({100, 1, 1, Pixel::u8}, [](std::size_t x, std::size_t, int) {
        return x == 0 ? 10 : x == 99 ? 200 : 50;
    });
    const Normalized result = percentile(image.view(), 5, 95);
    CHECK(sample(result.image.view(), 0, 0, 0) == 0);
    CHECK(sample(result.image.view(), 50, 0, 0) == 54);  // 40 * 255 / 190
    CHECK(sample(result.image.view(), 99, 0, 0) == 255);
    CHECK(result.widened == std::vector<std::string>{"Y"});
    CHECK(percentile(image.view(), 0.5, 99).widened.empty());
}

TEST_CASE("a constant image is kept") {
    const HostImage image = constant_image({5, 5, 3, Pixel::u8}, 77);
    CHECK(compare(percentile(image.view(), 1, 99).image.view(), image.view()).none());
}
