#include "tests/reference/random_image.hpp"
#include "tests/reference/statistics.hpp"

#include <doctest/doctest.h>

#include <numeric>

using namespace sluice;
using namespace sluice::reference;

namespace {
using Counts = std::vector<std::uint64_t>;

Counts histogram(const HostImage& image, std::size_t bins, std::optional<std::array<double, 2>> range = {}) {
    return statistics(image.view(), {.bins = bins, .range = range})[0].histogram;
}
}  // namespace

TEST_CASE("256 bins of u8 are its levels, fewer bins hold equal numbers of levels") {
    const HostImage image = ramp_image({256, 1, 1, Pixel::u8}, 0, 1);
    CHECK(histogram(image, 256) == Counts(256, 1));
    CHECK(histogram(image, 4) == Counts(4, 64));
    CHECK(histogram(image, 1) == Counts{256});
}

TEST_CASE("256 bins of u16 are its high bytes, and of i8 begin at -128") {
    const HostImage image = ramp_image({256, 256, 1, Pixel::u16}, 0, 1);
    CHECK(histogram(image, 256) == Counts(256, 256));
    const HostImage negative = constant_image({1, 1, 1, Pixel::i8}, -128);
    CHECK(histogram(negative, 256)[0] == 1);
}

TEST_CASE("what lies outside of a given range is not counted") {
    const HostImage image = ramp_image({256, 1, 1, Pixel::u8}, 0, 1);
    CHECK(histogram(image, 2, {{10, 29}}) == Counts{10, 10});
    const HostImage floats = ramp_image({9, 1, 1, Pixel::f32}, -0.5, 0.25);  // -0.5 ... 1.5
    CHECK(histogram(floats, 2, {{0, 1}}) == Counts{2, 3});                   // 0 0.25 | 0.5 0.75 1
    CHECK(histogram(floats, 2) == Counts{2, 3});
}

TEST_CASE("a histogram of all levels sums up to the count of each group") {
    const HostImage image = random_image({31, 17, 4, Pixel::u8});
    for (const Grouping group : {Grouping::channel, Grouping::joint, Grouping::luma})
        for (const Statistics& s : statistics(image.view(), {.group = group, .bins = 256}))
            CHECK(std::accumulate(s.histogram.begin(), s.histogram.end(), std::uint64_t{0}) == s.count);
}
