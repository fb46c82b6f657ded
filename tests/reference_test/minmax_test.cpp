#include "pipeline/core/error.hpp"
#include "tests/not_finite.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;
using namespace sluice::reference;

namespace {

Samples stretched_samples(Pixel type, const Samples& samples, const NormalizeOptions& options = {}) {
    return samples_of(minmax(row_of(type, 1, samples).view(), options).image.view());
}

}  // namespace

TEST_CASE("min-max stretches to the full range of the type") {
    CHECK(stretched_samples(Pixel::u8, {100, 150, 200}) == Samples{0, 128, 255});  // 127.5
    CHECK(stretched_samples(Pixel::u16, {0, 1, 2}) == Samples{0, 32768, 65535});   // 32767.5
    CHECK(stretched_samples(Pixel::i8, {0, 1, 3}) == Samples{-128, -43, 127});
    CHECK(stretched_samples(Pixel::i16, {-1, 0, 1}) == Samples{-32768, 0, 32767});  // -0.5
    CHECK(stretched_samples(Pixel::i32, {5, 6, 7}) == Samples{-2147483648.0, 0, 2147483647});
    CHECK(stretched_samples(Pixel::f32, {-3, 0, 1}) == Samples{0, 0.75, 1});
    CHECK(stretched_samples(Pixel::f64, {10, 20, 30}) == Samples{0, 0.5, 1});
    CHECK(stretched_samples(Pixel::f16, {10, 20, 30}) == Samples{0, 0.5, 1});
}

TEST_CASE("a white of a format's own is the upper end of the full range") {
    ImageFormat ten_bits{2, 1, 1, Pixel::u16};
    ten_bits.white = 1023;
    const HostImage image = ramp_image(ten_bits, 7, 1);
    CHECK(samples_of(minmax(image.view()).image.view()) == Samples{0, 1023});
    CHECK(minmax(image.view()).image.format() == ten_bits);
}

TEST_CASE("out gives the target and inverts when its bounds are swapped") {
    CHECK(stretched_samples(Pixel::u8, {100, 150, 200}, {.out = {{10, 20}}}) == Samples{10, 15, 20});
    CHECK(stretched_samples(Pixel::u8, {100, 150, 200}, {.out = {{255, 0}}}) == Samples{255, 128, 0});
    CHECK(stretched_samples(Pixel::f32, {1, 2, 5}, {.out = {{1, -1}}}) == Samples{1, 0.5, -1});
    CHECK(stretched_samples(Pixel::u8, {0, 1, 4}, {.out = {{-40, 300}}}) == Samples{0, 45, 255});
}

TEST_CASE("in gives the range, and values outside are clamped or go on") {
    const Samples v{90, 100, 110, 120, 130};
    CHECK(stretched_samples(Pixel::u8, v, {.out = {{50, 150}}, .in = {{100, 120}}}) ==
          Samples{50, 50, 100, 150, 150});
    CHECK(stretched_samples(Pixel::u8, v, {.out = {{50, 150}}, .in = {{100, 120}}, .clamp = false}) ==
          Samples{0, 50, 100, 150, 200});
    CHECK(stretched_samples(Pixel::u8, v, {.in = {{100, 120}}, .clamp = false}) ==
          Samples{0, 0, 128, 255, 255});
    CHECK(stretched_samples(Pixel::u8, {0, 255}, {.in = {{-255, 255}}}) == Samples{128, 255});  // 127.5
    CHECK_THROWS_AS(stretched_samples(Pixel::u8, v, {.in = {{120, 100}}}), Error);
}

TEST_CASE("end points are forced in floats, and nothing leaves the target") {
    const HostImage image = random_image({64, 64, 1, Pixel::f32}, {.range = {{-1e-3, 7.3}}});
    const NormalizeOptions options{.out = {{0, 255}}};
    double low = inf, high = -inf;
    for (const double v : samples_of(minmax(image.view(), options).image.view())) {
        low = std::min(low, v);
        high = std::max(high, v);
    }
    CHECK(low == 0);
    CHECK(high == 255);
}

TEST_CASE("a range wider than the largest float is stretched") {
    const double most = std::numeric_limits<float>::max();
    CHECK(stretched_samples(Pixel::f32, {-most, 0, most}) == Samples{0, 0.5, 1});
    const double most64 = std::numeric_limits<double>::max();
    CHECK(stretched_samples(Pixel::f64, {-most64, 0, most64}) == Samples{0, 0.5, 1});
}

TEST_CASE("a float range below the smallest normal number counts as constant") {
    const double tiny = std::ldexp(1.0, -127);
    CHECK(stretched_samples(Pixel::f32, {0, tiny}) == Samples{0, tiny});
    CHECK(stretched_samples(Pixel::f32, {0, 2 * tiny}) == Samples{0, 1});
    CHECK(stretched_samples(Pixel::f64, {0, tiny}) == Samples{0, 1});
}

TEST_CASE("channels are stretched apart or jointly") {
    const Samples rgb{10, 100, 40, 20, 200, 40};
    const auto with = [&](Grouping group) {
        return samples_of(minmax(row_of(Pixel::u8, 3, rgb).view(), {.group = group}).image.view());
    };
    CHECK(with(Grouping::channel) == Samples{0, 0, 40, 255, 255, 40});  // blue is constant: kept
    CHECK(with(Grouping::joint) == Samples{0, 121, 40, 13, 255, 40});   // 120.8, 40.26, 13.42
}

TEST_CASE("luma moves the three channels by the same amount, clamped") {
    // Y = 100 and 150 (grey pixels): stretched to 0 and 255.
    const HostImage image = row_of(Pixel::u8, 3, {100, 100, 100, 150, 150, 150, 125, 125, 125});
    CHECK(samples_of(minmax(image.view(), {.group = Grouping::luma}).image.view()) ==
          Samples{0, 0, 0, 255, 255, 255, 128, 128, 128});
    // Y of (200, 100, 100) = 121.26.
    const HostImage colour = row_of(Pixel::u8, 3, {100, 100, 100, 150, 150, 150, 200, 100, 100});
    const double added = (121.26 - 100) * 255 / 50 - 121.26;  // -12.834
    CHECK(samples_of(minmax(colour.view(), {.group = Grouping::luma}).image.view()) ==
          Samples{0, 0, 0, 255, 255, 255, std::nearbyint(200 + added), std::nearbyint(100 + added),
                  std::nearbyint(100 + added)});
    const HostImage grey = row_of(Pixel::u8, 1, {100, 150, 200});
    CHECK(samples_of(minmax(grey.view(), {.group = Grouping::luma}).image.view()) == Samples{0, 128, 255});
}

TEST_CASE("alpha is copied, or stretched like a colour where it is included") {
    const Samples rgba{10, 10, 10, 100, 20, 20, 20, 200};
    const auto with = [&](AlphaRule alpha, Grouping group = Grouping::channel) {
        return samples_of(
            minmax(row_of(Pixel::u8, 4, rgba).view(), {.group = group, .counted = {.alpha = alpha}})
                .image.view());
    };
    CHECK(with(AlphaRule::exclude) == Samples{0, 0, 0, 100, 255, 255, 255, 200});
    CHECK(with(AlphaRule::include) == Samples{0, 0, 0, 0, 255, 255, 255, 255});
    CHECK(with(AlphaRule::include, Grouping::joint) == Samples{0, 0, 0, 121, 13, 13, 13, 255});
    CHECK(with(AlphaRule::exclude, Grouping::joint) == Samples{0, 0, 0, 100, 255, 255, 255, 200});
}

TEST_CASE("what is not counted is stretched all the same") {
    const HostImage image = row_of(Pixel::u8, 2, {0, 0, 100, 255, 200, 9, 255, 0});
    CHECK(samples_of(minmax(image.view(), {.counted = {.alpha = AlphaRule::visible}}).image.view()) ==
          Samples{0, 0, 0, 255, 255, 9, 255, 0});
    const HostImage grey = row_of(Pixel::u8, 1, {0, 100, 150, 200, 255});
    CHECK(samples_of(minmax(grey.view(), {.counted = {.region = Rect{1, 0, 3, 1}}}).image.view()) ==
          Samples{0, 0, 128, 255, 255});
    const HostImage mask = row_of(Pixel::u8, 1, {0, 1, 1, 1, 0});
    CHECK(samples_of(minmax(grey.view(), {.counted = {.mask = mask.view()}}).image.view()) ==
          Samples{0, 0, 128, 255, 255});
}

TEST_CASE("a constant group is kept, low, mid or zero") {
    const auto with = [](ConstantRule constant, std::optional<std::array<double, 2>> out = {}) {
        return stretched_samples(Pixel::u8, {200, 200}, {.out = out, .constant = constant})[1];
    };
    CHECK(with(ConstantRule::keep) == 200);
    CHECK(with(ConstantRule::keep, {{10, 100}}) == 100);
    CHECK(with(ConstantRule::keep, {{250, 210}}) == 210);
    CHECK(with(ConstantRule::low) == 0);
    CHECK(with(ConstantRule::low, {{10, 100}}) == 10);
    CHECK(with(ConstantRule::low, {{100, 10}}) == 100);
    CHECK(with(ConstantRule::mid) == 128);  // 127.5
    CHECK(with(ConstantRule::mid, {{10, 15}}) == 12);
    CHECK(with(ConstantRule::zero) == 0);
    CHECK(with(ConstantRule::zero, {{10, 100}}) == 0);
    CHECK(stretched_samples(Pixel::u8, {3, 7}, {.out = {{5, 9}}, .in = {{6, 6}}}) == Samples{5, 7});
}

TEST_CASE("a group that counts nothing is left as it is and named") {
    const HostImage mask = row_of(Pixel::u8, 1, {0, 0});
    const Normalized none = minmax(row_of(Pixel::u8, 1, {9, 200}).view(), {.counted = {.mask = mask.view()}});
    CHECK(samples_of(none.image.view()) == Samples{9, 200});
    CHECK(none.untouched == std::vector<std::string>{"Y"});
    const Normalized some = minmax(row_of(Pixel::f32, 3, {1, inf, 3, 2, 5, 4}).view());
    CHECK(some.untouched.empty());
    const Normalized green = minmax(row_of(Pixel::f32, 3, {1, inf, 3, 2, inf, 4}).view());
    CHECK(green.untouched == std::vector<std::string>{"G"});
    CHECK(samples_of(green.image.view()) == Samples{0, inf, 0, 1, inf, 1});
}

TEST_CASE("infinities become the bounds, NaN stays in floats and becomes 0 or nan_value") {
    const Samples v{not_a_number, 1, 3, inf, -inf};
    const Samples floats = stretched_samples(Pixel::f32, v, {.out = {{0, 2}}});
    CHECK(std::isnan(floats[0]));
    CHECK(Samples(floats.begin() + 1, floats.end()) == Samples{0, 2, 2, 0});
    CHECK(stretched_samples(Pixel::f32, v, {.nan_value = 0.5})[0] == 0.5);
    CHECK(stretched_samples(Pixel::f32, v, {.out = {{10, 20}}, .pixel = Pixel::u8}) ==
          Samples{0, 10, 20, 20, 10});
    CHECK(stretched_samples(Pixel::f32, v, {.nan_value = 7, .pixel = Pixel::u8})[0] == 7);
    CHECK(stretched_samples(Pixel::f32, v, {.in = {{1, 3}}, .clamp = false})[3] == inf);
    CHECK(stretched_samples(Pixel::f32, v, {.out = {{1, 0}}, .in = {{1, 3}}, .clamp = false})[3] == -inf);
    CHECK(std::isnan(stretched_samples(Pixel::f32, {not_a_number, 5, 5})[0]));
}

TEST_CASE("the output may have another pixel type, kept values are rescaled") {
    CHECK(stretched_samples(Pixel::u8, {100, 150, 200}, {.pixel = Pixel::u16}) == Samples{0, 32768, 65535});
    CHECK(stretched_samples(Pixel::u16, {0, 514, 1028}, {.pixel = Pixel::u8}) == Samples{0, 128, 255});
    CHECK(stretched_samples(Pixel::u8, {100, 150, 200}, {.pixel = Pixel::f32}) == Samples{0, 0.5, 1});
    CHECK(stretched_samples(Pixel::u8, {51, 51}, {.pixel = Pixel::f64}) == Samples{0.2, 0.2});
    CHECK(stretched_samples(Pixel::u8, {2, 2}, {.pixel = Pixel::u16}) == Samples{514, 514});
    const HostImage alpha = row_of(Pixel::u8, 2, {0, 1, 10, 255});
    CHECK(samples_of(minmax(alpha.view(), {.pixel = Pixel::u16}).image.view()) ==
          Samples{0, 257, 65535, 65535});
}

TEST_CASE("strength mixes the target with the own range, 0 changes nothing") {
    const Samples v{100, 150, 200};
    CHECK(stretched_samples(Pixel::u8, v, {.strength = 0}) == v);
    CHECK(stretched_samples(Pixel::u8, v, {.strength = 1}) == Samples{0, 128, 255});
    CHECK(stretched_samples(Pixel::u8, v, {.strength = 0.5}) == Samples{50, 139, 228});  // 50, 138.75, 227.5
    CHECK(stretched_samples(Pixel::f32, {2, 6}, {.strength = 0.25}) == Samples{1.5, 4.75});
    const HostImage image = random_image({9, 9, 4, Pixel::u16});
    CHECK(compare(minmax(image.view(), {.strength = 0}).image.view(), image.view()).none());
}

TEST_CASE("strength 0 changes nothing through luma and through a curve either") {
    const HostImage image = random_image({9, 9, 3, Pixel::u8});
    for (const std::optional<Space> space : {std::optional<Space>(), std::optional(Space::linear)}) {
        for (const Grouping group : {Grouping::luma, Grouping::joint, Grouping::channel}) {
            const HostImage same =
                minmax(image.view(), {.group = group, .strength = 0, .space = space}).image;
            const Difference d = compare(same.view(), image.view());
            CHECK_MESSAGE(d.none(), d.text);
        }
    }
}

TEST_CASE("a constant luma is kept, or moved to the bound or the middle with its colours") {
    const HostImage image = row_of(Pixel::f64, 3, {0.5, 0.25, 0.75, 0.5, 0.25, 0.75});
    const auto with = [&](ConstantRule rule) {
        return samples_of(minmax(image.view(), {.group = Grouping::luma, .constant = rule}).image.view());
    };
    const double y = 0.2126 * 0.5 + 0.7152 * 0.25 + 0.0722 * 0.75;
    CHECK(with(ConstantRule::keep)[1] == 0.25);
    CHECK(with(ConstantRule::mid)[1] == doctest::Approx(0.25 + 0.5 - y));
    CHECK(with(ConstantRule::low)[0] == doctest::Approx(0.5 - y));
    CHECK(with(ConstantRule::zero)[1] == 0);  // 0.25 - y is below 0
}

TEST_CASE("integers of 32 bits are exact over their whole range") {
    const Samples v{-2147483648.0, 2147483647, 0, 1, -1, 1000000007};
    CHECK(stretched_samples(Pixel::i32, v) == v);
    CHECK(stretched_samples(Pixel::i32, v, {.out = {{2147483647, -2147483648.0}}}) ==
          Samples{2147483647, -2147483648.0, -1, -2, 0, -1000000008});
}

TEST_CASE("independence mixes the channel's range with the joint one") {
    const HostImage image = row_of(Pixel::u8, 3, {0, 100, 50, 100, 200, 50});
    const auto with = [&](double independence) {
        return samples_of(minmax(image.view(), {.independence = independence}).image.view());
    };
    CHECK(with(1) == samples_of(minmax(image.view()).image.view()));
    CHECK(with(0) == samples_of(minmax(image.view(), {.group = Grouping::joint}).image.view()));
    // Half: red 0..150, green 50..200, blue 25..125.
    CHECK(with(0.5) == Samples{0, 85, 64, 170, 255, 64});  // 63.75
}

TEST_CASE("strength and independence keep 0 and 1 exact on random images") {
    const HostImage image = random_image({13, 11, 3, Pixel::u8}, {.range = {{30, 99}}});
    const HostImage joint = minmax(image.view(), {.group = Grouping::joint}).image;
    CHECK(compare(minmax(image.view(), {.independence = 0}).image.view(), joint.view()).none());
}

TEST_CASE("space=linear stretches light and comes back") {
    // The mean of the linear values of 0 and 255 is encoded as 187.52.
    const HostImage image = row_of(Pixel::u8, 1, {0, 128, 255});
    CHECK(samples_of(minmax(image.view(), {.space = Space::linear}).image.view()) == Samples{0, 128, 255});
    const HostImage light =
        minmax(row_of(Pixel::f64, 1, {0.2, 0.5, 0.8}).view(), {.space = Space::linear}).image;
    const auto linear = [](double v) { return std::pow((v + 0.055) / 1.055, 2.4); };
    const double part = (linear(0.5) - linear(0.2)) / (linear(0.8) - linear(0.2));
    CHECK(samples_of(light.view())[0] == 0);
    CHECK(samples_of(light.view())[1] ==
          doctest::Approx(1.055 * std::pow(part, 1 / 2.4) - 0.055).epsilon(1e-12));
    CHECK(samples_of(light.view())[2] == 1);
    const NormalizeOptions given{.out = {{10, 240}}, .in = {{50, 200}}, .space = Space::linear};
    CHECK(stretched_samples(Pixel::u8, {40, 50, 200, 210}, given) == Samples{10, 10, 240, 240});
    ImageFormat data{3, 1, 1, Pixel::u8, Space::data};
    const HostImage depth = ramp_image(data, 10, 10);
    CHECK(samples_of(minmax(depth.view(), {.space = Space::linear}).image.view()) == Samples{0, 128, 255});
}

TEST_CASE("layers are stretched one by one") {
    ImageFormat format{2, 1, 1, Pixel::u8};
    format.layers = 3;
    const Samples v{10, 20, 100, 200, 7, 7};
    const HostImage image =
        image_of(format, [&](std::size_t x, std::size_t row, int) { return v[2 * row + x]; });
    CHECK(samples_of(minmax(image.view()).image.view()) == Samples{0, 255, 0, 255, 7, 7});
}

TEST_CASE("exact rational arithmetic agrees with long double on random 16-bit images") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        const HostImage image =
            random_image({50, 50, 1, Pixel::u16}, {.seed = seed, .range = {{1000, 40000}}});
        const HostImage exact = minmax(image.view()).image;
        double lo = inf, hi = -inf;
        for (const double v : samples_of(image.view())) lo = std::min(lo, v), hi = std::max(hi, v);
        const Samples before = samples_of(image.view()), after = samples_of(exact.view());
        for (std::size_t i = 0; i < before.size(); ++i)
            REQUIRE(after[i] == static_cast<double>(std::nearbyint((before[i] - lo) * 65535.0L / (hi - lo))));
    }
}
