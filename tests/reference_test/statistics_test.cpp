#include "tests/reference/statistics.hpp"
#include "tests/not_finite.hpp"

#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using namespace sluice::reference;

namespace {}  // namespace

TEST_CASE("statistics of a grey image by hand") {
    const HostImage image = row_of(Pixel::u8, 1, {2, 4, 4, 4, 5, 5, 7, 9});
    const std::vector<Statistics> all = statistics(image.view());
    REQUIRE(all.size() == 1);
    const Statistics& s = all[0];
    CHECK(s.name == "Y");
    CHECK(s.count == 8);
    CHECK(s.min == 2);
    CHECK(s.max == 9);
    CHECK(decimal(s.exact_sum) == "40");
    CHECK(decimal(s.exact_sum_sq) == "232");
    CHECK(s.mean == 5);
    CHECK(s.variance == 4);
    CHECK(s.std == 2);
    CHECK(s.nonzero == 8);
    CHECK(s.nan == 0);
    CHECK(s.inf == 0);
}

TEST_CASE("ddof divides by fewer, and by none gives a variance of 0") {
    const HostImage image = row_of(Pixel::u8, 1, {1, 2, 3, 4});
    CHECK(statistics(image.view(), {.ddof = 1})[0].variance == Real{5} / 3);
    CHECK(statistics(image.view(), {.ddof = 4})[0].variance == 0);
    const HostImage floats = row_of(Pixel::f32, 1, {1, 2, 3, 4});
    CHECK(statistics(floats.view(), {.ddof = 1})[0].variance == Real{5} / 3);
    CHECK(statistics(floats.view(), {.ddof = 4})[0].variance == 0);
}

TEST_CASE("channels are counted apart, jointly, or as luma") {
    const HostImage image = row_of(Pixel::u8, 3, {10, 20, 30, 40, 0, 60});
    const auto channel = statistics(image.view());
    REQUIRE(channel.size() == 3);
    CHECK(channel[0].name == "R");
    CHECK(channel[0].min == 10);
    CHECK(channel[0].max == 40);
    CHECK(channel[1].nonzero == 1);
    CHECK(channel[2].mean == 45);

    const auto joint = statistics(image.view(), {.group = Grouping::joint});
    REQUIRE(joint.size() == 1);
    CHECK(joint[0].name == "joint");
    CHECK(joint[0].count == 6);
    CHECK(joint[0].nonzero == 5);
    CHECK(decimal(joint[0].exact_sum) == "160");

    const auto luma = statistics(image.view(), {.group = Grouping::luma});
    REQUIRE(luma.size() == 1);
    CHECK(luma[0].name == "luma");
    CHECK(luma[0].count == 2);
    CHECK(static_cast<double>(luma[0].max) == doctest::Approx(2.126 + 14.304 + 2.166));
    CHECK(static_cast<double>(luma[0].min) == doctest::Approx(8.504 + 0 + 4.332));
}

TEST_CASE("alpha follows its rule") {
    const HostImage image = row_of(Pixel::u8, 4, {1, 2, 3, 0, 10, 20, 30, 255, 40, 50, 60, 9});
    const auto with = [&](Grouping group, AlphaRule alpha) {
        return statistics(image.view(), {.group = group, .counted = {.alpha = alpha}});
    };
    CHECK(with(Grouping::channel, AlphaRule::exclude).size() == 3);
    CHECK(with(Grouping::channel, AlphaRule::exclude)[0].min == 1);

    const auto include = with(Grouping::channel, AlphaRule::include);
    REQUIRE(include.size() == 4);
    CHECK(include[3].name == "A");
    CHECK(include[3].max == 255);

    const auto visible = with(Grouping::channel, AlphaRule::visible);
    REQUIRE(visible.size() == 3);
    CHECK(visible[0].count == 2);
    CHECK(visible[0].min == 10);

    CHECK(with(Grouping::channel, AlphaRule::report).size() == 4);
    CHECK(with(Grouping::joint, AlphaRule::exclude)[0].max == 60);
    REQUIRE(with(Grouping::joint, AlphaRule::include).size() == 1);
    CHECK(with(Grouping::joint, AlphaRule::include)[0].max == 255);
    CHECK(with(Grouping::joint, AlphaRule::include)[0].count == 12);
    const auto beside = with(Grouping::joint, AlphaRule::report);
    REQUIRE(beside.size() == 2);
    CHECK(beside[0].max == 60);
    CHECK(beside[1].name == "A");
    CHECK(with(Grouping::luma, AlphaRule::include).size() == 2);
}

TEST_CASE("grey with alpha has the channels Y and A") {
    const HostImage image = row_of(Pixel::u16, 2, {1000, 0, 3000, 65535});
    const auto all = statistics(image.view(), {.counted = {.alpha = AlphaRule::report}});
    REQUIRE(all.size() == 2);
    CHECK(all[0].name == "Y");
    CHECK(all[0].mean == 2000);
    CHECK(all[1].name == "A");
    CHECK(all[1].nonzero == 1);
}

TEST_CASE("NaN and infinities are left out and counted") {
    const HostImage image = row_of(Pixel::f32, 1, {1, not_a_number, 3, inf, -inf, 0, not_a_number});
    const Statistics s = statistics(image.view())[0];
    CHECK(s.count == 3);
    CHECK(s.nan == 2);
    CHECK(s.inf == 2);
    CHECK(s.nonzero == 2);
    CHECK(s.min == 0);
    CHECK(s.max == 3);
    CHECK(static_cast<double>(s.mean) == doctest::Approx(4.0 / 3));
}

TEST_CASE("a group without a finite value has no numbers but counts") {
    const HostImage image = row_of(Pixel::f32, 1, {not_a_number, inf});
    const Statistics s = statistics(image.view(), {.percentiles = {50}})[0];
    CHECK(s.empty());
    CHECK(s.nan == 1);
    CHECK(s.inf == 1);
    CHECK(std::isnan(s.min));
    CHECK(std::isnan(s.mean));
    CHECK(std::isnan(s.std));
    CHECK(std::isnan(s.percentiles[0]));
}

TEST_CASE("integer sums are exact beyond 64 bits") {
    // 100 values of -2^31: sum of squares 100 * 2^62.
    const HostImage image = constant_image({10, 10, 1, Pixel::i32}, -2147483648.0);
    const Statistics s = statistics(image.view())[0];
    CHECK(decimal(s.exact_sum) == "-214748364800");
    CHECK(decimal(s.exact_sum_sq) == "461168601842738790400");
    CHECK(s.variance == 0);
    CHECK(s.mean == -2147483648.0L);
}

TEST_CASE("the variance of floats survives a mean that is ten thousand times the deviation") {
    // 10000 +- 1 alternately: variance 1 exactly.
    const HostImage image = image_of(
        {100, 100, 1, Pixel::f32}, [](std::size_t x, std::size_t, int) { return x % 2 == 0 ? 9999 : 10001; });
    const Statistics s = statistics(image.view())[0];
    CHECK(s.mean == 10000);
    CHECK(s.variance == 1);
}

TEST_CASE("layers are counted one by one and bgr is counted by colour") {
    ImageFormat format{2, 1, 3, Pixel::u8, Space::encoded, Order::bgr};
    format.layers = 2;
    const HostImage image = image_of(format, [](std::size_t x, std::size_t row, int c) {
        return 100.0 * row + 10.0 * c + static_cast<double>(x);
    });
    CHECK(statistics(image.view())[0].max == 1);
    CHECK(statistics(image.view())[2].min == 20);
    CHECK(statistics(image.view(), {.layer = 1})[0].min == 100);
    CHECK(image.as<std::uint8_t>(0)[0] == 20);  // blue lies first
}

TEST_CASE("rows may be padded") {
    const HostImage image = random_image({7, 5, 3, Pixel::u16});
    const PaddedImage padded(image, 13);
    CHECK(decimal(statistics(padded.view())[1].exact_sum) == decimal(statistics(image.view())[1].exact_sum));
}
