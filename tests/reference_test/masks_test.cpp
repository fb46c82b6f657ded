#include "pipeline/core/error.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/statistics.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

namespace {

// 2 x 2 pixels; sample = 10 * pixel + channel.
HostImage numbered(int channels, Pixel pixel = Pixel::u8) {
    return image_of({2, 2, channels, pixel}, [](std::size_t x, std::size_t row, int c) {
        return 10.0 * static_cast<double>(2 * row + x) + c;
    });
}

std::vector<Statistics> masked(const HostImage& image, const HostImage& mask,
                               Grouping group = Grouping::channel, AlphaRule alpha = AlphaRule::exclude) {
    return statistics(image.view(), {.group = group, .counted = {.alpha = alpha, .mask = mask.view()}});
}

}  // namespace

TEST_CASE("a mask of one channel holds for all channels") {
    const HostImage mask = one_hot_image({2, 2, 1, Pixel::u8}, 1, 1, 0, 1);
    const auto all = masked(numbered(4), mask, Grouping::channel, AlphaRule::report);
    REQUIRE(all.size() == 4);
    for (int c = 0; c < 4; ++c) {
        CHECK(all[static_cast<std::size_t>(c)].count == 1);
        CHECK(all[static_cast<std::size_t>(c)].min == 30 + c);
    }
}

TEST_CASE("a mask of as many channels holds channel by channel") {
    HostImage mask({2, 2, 3, Pixel::f32});
    set_value(mask.view(), 0, 0, 0, 0.5);  // R of pixel 0
    set_value(mask.view(), 1, 0, 1, -2);   // G of pixel 1
    set_value(mask.view(), 0, 1, 1, 1);    // G of pixel 2
    const auto all = masked(numbered(3), mask);
    CHECK(all[0].count == 1);
    CHECK(all[0].max == 0);
    CHECK(all[1].count == 2);
    CHECK(all[1].min == 11);
    CHECK(all[1].max == 21);
    CHECK(all[2].empty());
    CHECK(masked(numbered(3), mask, Grouping::joint)[0].count == 3);
    CHECK(masked(numbered(3), mask, Grouping::luma)[0].empty());  // no pixel has all three
}

TEST_CASE("alpha is masked by the mask's alpha, else by its only channel, else not at all") {
    const HostImage image = numbered(4);
    const auto alpha_count = [&](int channels) {
        return masked(image, HostImage(grey_alpha({2, 2, channels, Pixel::u8})), Grouping::channel,
                      AlphaRule::report)[3]
            .count;
    };
    CHECK(alpha_count(1) == 0);
    CHECK(alpha_count(2) == 0);
    CHECK(alpha_count(3) == 4);
    CHECK(alpha_count(4) == 0);
}

TEST_CASE("a mask's alpha does not matter to colours") {
    const HostImage mask = one_hot_image({2, 2, 4, Pixel::u8}, 0, 0, 3, 255);
    CHECK(masked(numbered(3), mask)[0].empty());
}

TEST_CASE("a mask of another size or with colours on grey is refused") {
    CHECK_THROWS_AS(masked(numbered(1), HostImage({2, 1, 1, Pixel::u8})), Error);
    CHECK_THROWS_AS(masked(numbered(1), HostImage({2, 2, 3, Pixel::u8})), Error);
}

TEST_CASE("a region counts what is inside and is cut to the image") {
    const HostImage image = numbered(1);
    const auto in = [&](Rect region) { return statistics(image.view(), {.counted = {.region = region}})[0]; };
    CHECK(in({1, 0, 1, 2}).count == 2);
    CHECK(in({1, 0, 1, 2}).min == 10);
    CHECK(in({1, 0, 1, 2}).max == 30);
    CHECK(in({0, 1, 100, 100}).count == 2);
    CHECK(in({2, 0, 1, 1}).empty());
    CHECK(in({0, 0, 0, 2}).empty());
}

TEST_CASE("mask, region and visible restrict together") {
    HostImage image = numbered(2);
    set_value(image.view(), 0, 0, 1, 0);  // pixel 0 is transparent
    const HostImage mask =
        image_of({2, 2, 1, Pixel::u8}, [](std::size_t x, std::size_t row, int) { return x + row < 2; });
    const auto all = statistics(
        image.view(),
        {.counted = {.alpha = AlphaRule::visible, .mask = mask.view(), .region = Rect{0, 0, 2, 1}}});
    CHECK(all[0].count == 1);
    CHECK(all[0].min == 10);
}

TEST_CASE("a random mask has about its share of pixels") {
    const HostImage mask = random_mask(100, 100, 0.25, 3);
    const Statistics s = statistics(mask.view())[0];
    CHECK(s.nonzero > 2300);
    CHECK(s.nonzero < 2700);
    CHECK(s.max == 255);
}
