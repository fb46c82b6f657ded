// normalize, modes that stretch: groups that hold one value, or none.
#include "tests/all.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::ConstantRule;
using reference::Grouping;
using reference::NormalizeOptions;

namespace {

enum class Holds { one_value, nothing_visible, only_nan };  // integers: one value in the place of NaN

// R, G and B differ, and so does their luma from each of them.
HostImage picture(Pixel pixel, int channels, Holds holds) {
    const bool wide = is_integer(pixel) && bytes(pixel) > 1;
    return reference::image_of({19, 5, channels, pixel}, [&](std::size_t, std::size_t, int c) {
        if (c == channels - 1 && channels % 2 == 0)
            return holds == Holds::nothing_visible ? 0.0 : is_integer(pixel) ? highest(pixel) : 1.0;
        if (holds == Holds::only_nan && !is_integer(pixel)) return std::nan("");
        const double v = std::array{0.78125, 0.46875, 0.15625}.at(static_cast<std::size_t>(c));
        return is_integer(pixel) ? std::floor(v * (wide ? 30000 : 127)) : v;
    });
}

const char* name_of(ConstantRule rule) {
    return std::array{"keep", "low", "mid", "zero"}.at(static_cast<std::size_t>(rule));
}
const char* name_of(Grouping group) {
    return std::array{"channel", "joint", "luma"}.at(static_cast<std::size_t>(group));
}

// One pixel at a time: these kernels compile in half the time.
const Way narrow = way(StorageChoice::buffer, 1, 1);

void check(const HostImage& image, const std::string& arguments, const NormalizeOptions& options,
           const HostImage* mask = nullptr) {
    const std::string chain = (mask == nullptr ? "normalize " : "input; input id=mask; normalize ") +
                              arguments + (mask == nullptr ? "" : " from=input,mask");
    CAPTURE(chain);
    CAPTURE(image.format().text());
    const ConstHostView of_mask = mask == nullptr ? image.view() : mask->view();
    const Result result = run(chain, image.view(), narrow.options, mask == nullptr ? nullptr : &of_mask);
    NormalizeOptions expecting = options;
    if (mask != nullptr) expecting.counted.mask = of_mask;
    const reference::Normalized expected = reference::minmax(image.view(), expecting);
    const ImageFormat& dst = expected.image.format();
    // Luma is computed in floats: 1 LSB near ties, a few ulp.
    const bool exact = is_integer(image.format().pixel) && is_integer(dst.pixel);
    const double most =
        std::max({std::fabs(dst.range_low()), dst.white_value(), 30000.0 * is_integer(image.format().pixel)});
    const bool doubles = real_of(image.format().pixel) == Pixel::f64 && dst.pixel == Pixel::f64;
    reference::Tolerance tolerance{1, doubles ? std::ldexp(most, -49) : std::ldexp(most, -21)};
    if (is_integer(dst.pixel)) tolerance = {exact && options.group != Grouping::luma ? 0.0 : 1.0, 0};
    const reference::Difference difference =
        reference::compare(result.image.view(), expected.image.view(), tolerance);
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings.empty() == !expected.warns());
}

// To all of the type, and to an `out` whose middle lies between two integers.
void check_all(Pixel from, Pixel to, Grouping group, ConstantRule rule, bool clamp, Holds holds) {
    NormalizeOptions options;
    options.group = group;
    options.constant = rule;
    options.clamp = clamp;
    options.pixel = to;
    std::string arguments = std::string("group=") + name_of(group) + " constant=" + name_of(rule) +
                            " pixel=" + std::string(name(to)) + (clamp ? "" : " clamp=false");
    check(picture(from, 4, holds), arguments, options);
    options.out = is_integer(to) ? std::array{20.0, 113.0} : std::array{0.25, 0.75};
    arguments += is_integer(to) ? " out=20,113" : " out=0.25,0.75";
    check(picture(from, 4, holds), arguments, options);
}

const std::vector<ConstantRule> rules{ConstantRule::keep, ConstantRule::low, ConstantRule::mid,
                                      ConstantRule::zero};

}  // namespace

TEST_CASE("a constant luma is kept where the pixel type changes") {
    const HostImage image = reference::image_of({7, 3, 3, Pixel::u8}, [](std::size_t, std::size_t, int c) {
        return std::array{200.0, 120.0, 40.0}.at(static_cast<std::size_t>(c));
    });
    const HostImage result = run("normalize group=luma pixel=u16", image.view()).image;
    CHECK(sample(result.view(), 3, 1, 0) == 51400);
    CHECK(sample(result.view(), 3, 1, 1) == 30840);
    CHECK(sample(result.view(), 3, 1, 2) == 10280);
}

// Each pair of types is a kernel to compile, of which a third is a sample in which each type is on either
// side of three others; `constant`, `out` and what the picture holds are none.
TEST_CASE("a luma of one value, or of none, is right from every pixel type to every other") {
    for (const Pixel from : all_pixels())
        for (const Pixel to : all_pixels()) {
            if (!takes_all() && (static_cast<int>(from) + static_cast<int>(to)) % 3 != 0) continue;
            for (const ConstantRule rule : rules)
                check_all(from, to, Grouping::luma, rule, true, Holds::one_value);
            check_all(from, to, Grouping::luma, ConstantRule::keep, true, Holds::nothing_visible);
        }
}

TEST_CASE("groups of one value, or of none, are right, each option beside each other one") {
    std::size_t turn = 0;
    for (const auto& [from, to, group, clamp] : every_pair(
             all_pixels(), std::vector{Pixel::u8, Pixel::u16, Pixel::i32, Pixel::f32},
             std::vector{Grouping::channel, Grouping::joint, Grouping::luma}, std::vector{true, false})) {
        for (const ConstantRule rule : rules) check_all(from, to, group, rule, clamp, Holds::one_value);
        check_all(from, to, group, rules[++turn % 4], clamp, Holds::nothing_visible);
        check_all(from, to, group, rules[turn % 4], clamp, Holds::only_nan);
    }
}

TEST_CASE("a constant group goes to its target where white goes to another white, inside of `out` or not") {
    for (const auto& [from, to] : {std::pair(Pixel::u8, Pixel::u16), std::pair(Pixel::u16, Pixel::u8)})
        for (const ConstantRule rule : rules)
            check_all(from, to, Grouping::channel, rule, true, Holds::one_value);
}

TEST_CASE("a mask that is 0 everywhere leaves the picture as it is") {
    const HostImage mask = reference::constant_image({19, 5, 1, Pixel::u8}, 0);
    for (const auto& [from, to, group] :
         every_pair(std::vector{Pixel::u8, Pixel::f32}, std::vector{Pixel::u8, Pixel::u16, Pixel::f32},
                    std::vector{Grouping::channel, Grouping::luma})) {
        NormalizeOptions options;
        options.group = group;
        options.pixel = to;
        check(picture(from, 3, Holds::one_value),
              std::string("group=") + name_of(group) + " pixel=" + std::string(name(to)), options, &mask);
    }
}

TEST_CASE(
    "floats that differ by less than 2^-126 count as constant, with a warning; no other image is warned of") {
    const auto said_of = [](Pixel pixel, const std::vector<double>& values, const std::string& arguments) {
        HostImage image(ImageFormat{values.size(), 1, 1, pixel});
        for (std::size_t x = 0; x < values.size(); ++x) set_sample(image.view(), x, 0, 0, values[x]);
        return run("normalize " + arguments, image.view(), narrow.options).warnings;
    };
    const std::vector<double> close{1e-40, 2e-40, 3e-40}, doubles{1e-310, 2e-310, 3e-310},
        far{1e-37, 2e-37, 3e-37};
    for (const std::string arguments :
         {"minmax", "minmax stretch=asinh", "percentile", "minmax strength=0.5"}) {
        CAPTURE(arguments);
        for (const auto& [pixel, values] : {std::pair(Pixel::f32, close), std::pair(Pixel::f64, doubles)}) {
            const std::vector<std::string> said = said_of(pixel, values, arguments);
            REQUIRE(said.size() == 1);
            CHECK(said[0].find("they count as constant") != std::string::npos);
        }
        CHECK(said_of(Pixel::f32, far, arguments).empty());
        CHECK(said_of(Pixel::f32, {0.5, 0.5, 0.5}, arguments).empty());
        CHECK(said_of(Pixel::f64, close, arguments).empty());
        CHECK(said_of(Pixel::f32, {std::nan(""), std::nan("")}, arguments).size() ==
              1);  // nothing was counted
    }
    CHECK(said_of(Pixel::f32, close, "minmax in=0,1").empty());
    CHECK(said_of(Pixel::f32, close, "minmax in=0,1e-40").size() == 1);
}
