#include "tests/reference/random_image.hpp"
#include "tests/reference/statistics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

using namespace sluice;
using namespace sluice::reference;

namespace {

std::vector<Real> sorted_of(std::vector<Real> values) {
    std::sort(values.begin(), values.end());
    return values;
}

// The rules word by word: lo = smallest v with cdf(v) > low/100 N, hi = largest v with N - cdf(v-1) >
// (100-high)/100 N, percent in millionths.
Real low_by_cdf(const std::vector<Real>& sorted, std::int64_t millionths) {
    const auto n = static_cast<Int128>(sorted.size());
    for (const Real v : sorted) {
        const auto cdf =
            static_cast<Int128>(std::upper_bound(sorted.begin(), sorted.end(), v) - sorted.begin());
        if (cdf * 100'000'000 > millionths * n) return v;
    }
    return sorted.back();
}
Real high_by_cdf(const std::vector<Real>& sorted, std::int64_t millionths) {
    const auto n = static_cast<Int128>(sorted.size());
    for (auto v = sorted.rbegin(); v != sorted.rend(); ++v) {
        const auto below =
            static_cast<Int128>(std::lower_bound(sorted.begin(), sorted.end(), *v) - sorted.begin());
        if ((n - below) * 100'000'000 > (100'000'000 - millionths) * n) return *v;
    }
    return sorted.front();
}

}  // namespace

TEST_CASE("percentiles of 1 to 100 by hand") {
    std::vector<Real> sorted;
    for (int i = 1; i <= 100; ++i) sorted.push_back(i);
    CHECK(low_percentile(sorted, 0) == 1);
    CHECK(low_percentile(sorted, 1) == 2);  // cdf(1) = 1 is not above 1
    CHECK(low_percentile(sorted, 0.5) == 1);
    CHECK(low_percentile(sorted, 50) == 51);
    CHECK(low_percentile(sorted, 99.999999) == 100);
    CHECK(low_percentile(sorted, 100) == 100);
    CHECK(high_percentile(sorted, 100) == 100);
    CHECK(high_percentile(sorted, 99) == 99);
    CHECK(high_percentile(sorted, 50) == 50);
    CHECK(high_percentile(sorted, 0) == 1);
}

TEST_CASE("percentiles of one value are that value") {
    for (const double percent : {0.0, 33.3, 100.0}) {
        CHECK(low_percentile({42}, percent) == 42);
        CHECK(high_percentile({42}, percent) == 42);
    }
}

TEST_CASE("percentiles by rank agree with the cdf rules word by word") {
    Random random(5);
    for (int round = 0; round < 200; ++round) {
        std::vector<Real> values;
        const auto size = random.between(1, 60);
        for (std::int64_t i = 0; i < size; ++i) values.push_back(static_cast<Real>(random.between(0, 20)));
        const std::vector<Real> sorted = sorted_of(values);
        for (const std::int64_t millionths :
             {std::int64_t{0}, std::int64_t{1}, std::int64_t{1'000'000}, std::int64_t{25'000'000},
              std::int64_t{50'000'000}, std::int64_t{99'000'000}, std::int64_t{100'000'000},
              random.between(0, 100'000'000)}) {
            const double percent = static_cast<double>(millionths) / 1e6;
            CAPTURE(percent);
            CAPTURE(size);
            REQUIRE(low_percentile(sorted, percent) == low_by_cdf(sorted, millionths));
            REQUIRE(high_percentile(sorted, percent) == high_by_cdf(sorted, millionths));
        }
    }
}

TEST_CASE("statistics answer the percentiles asked for, with NaN left out") {
    const HostImage image = image_of({5, 1, 1, Pixel::f32}, [](std::size_t x, std::size_t, int) {
        return x == 2 ? std::numeric_limits<double>::quiet_NaN() : 4.0 - static_cast<double>(x);
    });
    const Statistics s = statistics(image.view(), {.percentiles = {0, 50, 100}})[0];
    REQUIRE(s.percentiles.size() == 3);
    CHECK(s.percentiles[0] == 0);
    CHECK(s.percentiles[1] == 3);  // of 0 1 3 4
    CHECK(s.percentiles[2] == 4);
}
