#include "tests/reference/match.hpp"

#include "tests/reference/samples.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {
Samples matched(int channels, const Samples& samples, const Samples& wanted,
                const MatchOptions& options = {}) {
    const HostImage src = row_of(Pixel::u8, channels, samples), other = row_of(Pixel::u8, channels, wanted);
    return samples_of(match(src.view(), other.view(), options).image.view());
}
}  // namespace

TEST_CASE("match finds the level with the same share, on lines between those that occur") {
    // Shares 1/4, 2/4, 1 of the image; 1/5, 3/5, 1 of the other, at 10, 20 and 100. 11.25, and 17.5 to the
    // even one.
    CHECK(matched(1, {7, 8, 9, 9}, {10, 20, 20, 100, 100}) == Samples{11, 18, 100, 100});
    CHECK(matched(1, {50, 50}, {3, 9, 9, 4}) == Samples{9, 9});
    // A share below the first of the other image is its first level.
    CHECK(matched(1, {1, 2, 2, 2}, {30, 30, 40, 40}) == Samples{30, 40, 40, 40});
}

TEST_CASE("match takes channels apart or together, and leaves alpha") {
    const Samples src{0, 1, 2, 200, 1, 2, 3, 100}, other{10, 30, 50, 255, 20, 40, 60, 255};
    CHECK(matched(4, src, other) == Samples{10, 30, 50, 200, 20, 40, 60, 100});
    // Shares 1/6, 3/6, 5/6, 1 of the image, and sixths of the other.
    CHECK(matched(4, src, other, {.group = Grouping::joint}) == Samples{10, 30, 50, 200, 30, 50, 60, 100});
}

TEST_CASE("invisible pixels are mapped and not counted, and where nothing counts the image stays") {
    const Samples other{10, 10, 10, 255, 20, 20, 20, 255};
    CHECK(matched(4, {1, 1, 1, 255, 9, 9, 9, 0, 2, 2, 2, 255}, other) ==
          Samples{10, 10, 10, 255, 20, 20, 20, 0, 20, 20, 20, 255});
    CHECK(matched(4, {1, 2, 3, 0}, other) == Samples{1, 2, 3, 0});
    CHECK(matching_lut({0, 0}, {1, 1}).empty());
    CHECK(matching_lut({1, 1}, {0, 0}).empty());
}
