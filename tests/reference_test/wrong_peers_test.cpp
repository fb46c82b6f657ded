#include "tests/reference/wrong_peers.hpp"

#include "tests/reference/samples.hpp"
#include "tests/reference/statistics.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::reference;

TEST_CASE("the reference is right where peers get statistics wrong") {
    for (const WrongStatistics& wrong : wrong_statistics()) {
        CAPTURE(wrong.name);
        const HostImage image = wrong.image();
        const HostImage mask = wrong.mask ? wrong.mask() : HostImage();
        StatisticsOptions options;
        if (wrong.mask) options.counted.mask = mask.view();
        const std::vector<Statistics> all = statistics(image.view(), options);
        REQUIRE(all.size() == wrong.channels.size());
        for (std::size_t c = 0; c < all.size(); ++c) {
            const ExpectedStatistics& expected = wrong.channels[c];
            if (!std::isnan(expected.min)) CHECK(all[c].min == expected.min);
            if (!std::isnan(expected.max)) CHECK(all[c].max == expected.max);
            CHECK(std::fabs(static_cast<double>(all[c].mean) - expected.mean) <= expected.mean_within);
            CHECK(std::fabs(static_cast<double>(all[c].std) - expected.std) <= expected.std_within);
        }
    }
}

TEST_CASE("the reference is right where peers get min-max wrong") {
    for (const WrongStretch& wrong : wrong_stretches()) {
        CAPTURE(wrong.name);
        const HostImage image = wrong.image();
        const HostImage result = minmax(image.view(), wrong.options).image;
        const Difference d = compare(result.view(), wrong.expected().view(), wrong.tolerance);
        CHECK_MESSAGE(d.none(), d.text);
        if (!wrong.options.out) continue;
        const Samples samples = samples_of(result.view());
        const auto [low, high] = std::minmax_element(samples.begin(), samples.end());
        const std::array<double, 2> out = *wrong.options.out;
        CHECK(*low == std::min(out[0], out[1]));
        CHECK(*high == std::max(out[0], out[1]));
    }
}
