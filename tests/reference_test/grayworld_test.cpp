#include "tests/reference/grayworld.hpp"

#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {
Samples balanced(Pixel type, int channels, const Samples& samples, double threshold = 0.9) {
    return samples_of(grayworld(row_of(type, channels, samples).view(), threshold).image.view());
}
}  // namespace

TEST_CASE("gray world gives all channels the mean of their means") {
    CHECK(balanced(Pixel::f64, 3, {1, 2, 3}) == Samples{2, 2, 2});
    CHECK(balanced(Pixel::u8, 3, {100, 200, 150}) == Samples{150, 150, 150});
    CHECK(balanced(Pixel::u8, 4, {100, 200, 150, 9, 0, 0, 0, 8}) == Samples{150, 150, 150, 9, 0, 0, 0, 8});
}

TEST_CASE("saturated pixels are not counted but balanced, and saturate") {
    // (200, 10, 10): (max - min) / max = 0.95. Gains 1.5, 0.75, 1.
    CHECK(balanced(Pixel::u8, 3, {100, 200, 150, 200, 10, 10}) == Samples{150, 150, 150, 255, 8, 10});  // 7.5
    CHECK(balanced(Pixel::u8, 3, {200, 10, 10}) == Samples{200, 10, 10});  // nothing counted
    CHECK(grayworld(row_of(Pixel::u8, 3, {200, 10, 10}).view()).untouched ==
          std::vector<std::string>{"R", "G", "B"});
}

TEST_CASE("a channel that is black everywhere and grey images stay as they are") {
    CHECK(balanced(Pixel::f64, 3, {0, 2, 4}, 1) == Samples{0, 2, 2});
    const HostImage grey = random_image({5, 5, 2, Pixel::u16});
    CHECK(compare(grayworld(grey.view()).image.view(), grey.view()).none());
}
