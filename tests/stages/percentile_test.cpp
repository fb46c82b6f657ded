// normalize, mode percentile.
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Grouping;
using reference::NormalizeOptions;

namespace {

// What tests/reference/normalize.hpp promises of the stretch; the range itself is exact.
reference::Tolerance tolerance(const ImageFormat& src, const NormalizeOptions& options) {
    if (options.pixel == Pixel::f32) return {0, std::ldexp(1.0, -22)};
    const bool exact = is_integer(src.pixel) && options.group != Grouping::luma && !options.space &&
                       options.strength == 1 && options.independence == 1;
    if (is_integer(src.pixel)) return {exact ? 0.0 : options.space && bytes(src.pixel) == 2 ? 2.0 : 1.0, 0};
    if (src.pixel == Pixel::f16) return {1, 0};
    return {0, std::ldexp(1.0, src.pixel == Pixel::f64 ? -49 : -20)};
}

void check_percentile(const std::string& arguments, const HostImage& image, double low, double high,
                      const NormalizeOptions& options = {},
                      const Way& way = test::way(StorageChoice::buffer)) {
    const std::string chain = "normalize percentile " + arguments;
    CAPTURE(chain);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result =
        run(chain, image.view(), way.options, options.counted.mask ? &*options.counted.mask : nullptr);
    const reference::Normalized expected = reference::percentile(image.view(), low, high, options);
    const reference::Difference difference =
        reference::compare(result.image.view(), expected.image.view(), tolerance(image.format(), options));
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings.empty() == !expected.warns());
}

void check_percentiles(Pixel pixel, int channels) {
    for (const Size size : sizes()) {
        reference::RandomOptions random{
            .seed = size.width + 3 * size.height, .nan = true, .inf = true, .transparent = 0.3};
        if (is_integer(pixel))
            random.range = {{is_signed(pixel) ? -100.0 : 20.0, pixel == Pixel::u8 ? 201.0 : 120.0}};
        const HostImage image = reference::random_image({size.width, size.height, channels, pixel}, random);
        check_percentile("", image, 1, 99);
        check_percentile("low=12.5 high=70", image, 12.5, 70);
    }
}

}  // namespace

// Each pixel type is up to twenty kernels to compile.
TEST_CASE("percentile equals the reference for 8 and 16 bit and for floats, at every size") {
    check_percentiles(Pixel::u8, 4);
    check_percentiles(Pixel::u16, 3);
    check_percentiles(Pixel::f32, 1);
}

TEST_CASE("percentile equals the reference for the other pixel types; by hand with --no-skip" *
          doctest::skip()) {
    for (const Pixel pixel : {Pixel::i8, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f64})
        check_percentiles(pixel, 2);
}

TEST_CASE("percentile is the same as GPUs count it") {
    const HostImage image = reference::random_image({131, 77, 1, Pixel::f32}, {.range = {{0.25, 200}}});
    check_percentile("low=5 high=90", image, 5, 90, {}, as_on_gpus());
}

TEST_CASE("percentile is the same for every width of V, work-group and storage; by hand with --no-skip" *
          doctest::skip()) {
    for (const Pixel pixel : {Pixel::u8, Pixel::f32})
        for (const Way& way : all_ways())
            check_percentile("low=5 high=90",
                             reference::random_image({131, 77, 4, pixel}, {.range = {{0.25, 200}}}), 5, 90,
                             {}, way);
}

TEST_CASE("percentile follows its options") {
    struct Case {
        std::string arguments;
        Pixel pixel;
        NormalizeOptions options;
    };
    const auto with = [](auto change) {
        NormalizeOptions options;
        change(options);
        return options;
    };
    const std::vector<Case> cases{
        {"out=200,10", Pixel::u8, with([](auto& o) {
             o.out = {{200, 10}};
         })},
        {"group=joint alpha=include", Pixel::u8,
         with([](auto& o) { o.group = Grouping::joint, o.counted.alpha = AlphaRule::include; })},
        {"group=luma alpha=visible", Pixel::u8,
         with([](auto& o) { o.group = Grouping::luma, o.counted.alpha = AlphaRule::visible; })},
        {"independence=0.3 strength=0.5 region=3,4,20,9", Pixel::u8, with([](auto& o) {
             o.independence = 0.3, o.strength = 0.5, o.counted.region = Rect{3, 4, 20, 9};
         })},
        {"space=linear pixel=f32", Pixel::u16,
         with([](auto& o) { o.space = Space::linear, o.pixel = Pixel::f32; })},
    };
    for (const Case& c : cases) {
        const HostImage image =
            reference::random_image({53, 21, 4, c.pixel}, {.range = {{30, 180}}, .transparent = 0.3});
        check_percentile("low=3 high=95 " + c.arguments, image, 3, 95, c.options);
    }
}

TEST_CASE("percentile takes the values of the two ranks, however many are equal") {
    // Ten values; ranks are floor(percent * 10 / 100) from either end.
    const auto check_ten = [](const std::vector<double>& values, Pixel pixel) {
        const int channels = pixel == Pixel::u8 ? 4 : pixel == Pixel::u16 ? 3 : 1;
        const HostImage image = reference::image_of(
            {10, 1, channels, pixel}, [&](std::size_t x, std::size_t, int) { return values[x]; });
        for (const auto& [low, high] : std::vector<std::pair<double, double>>{{0, 100},
                                                                              {9.999999, 90.000001},
                                                                              {10, 90},
                                                                              {0, 10},
                                                                              {50, 50.000001},
                                                                              {90, 100},
                                                                              {99.999999, 100}})
            check_percentile("low=" + std::to_string(low) + " high=" + std::to_string(high), image, low,
                             high);
    };
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32}) {
        check_ten({1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, pixel);
        check_ten({7, 7, 7, 7, 7, 7, 7, 7, 7, 100}, pixel);
        check_ten({0, 7, 7, 7, 7, 7, 7, 7, 7, 7}, pixel);
        check_ten({7, 7, 7, 7, 7, 7, 7, 7, 7, 7}, pixel);
    }
    check_ten({255, 255, 255, 255, 255, 255, 255, 255, 255, 0}, Pixel::u8);
    check_ten({-3e38, -1, -1e-40, -0.0, 0.0, 1e-40, 1, 1.0000001, 3, 3e38}, Pixel::f32);
}

TEST_CASE("percentile counts where the mask is") {
    const HostImage image = reference::random_image({61, 33, 3, Pixel::u8}, {.range = {{10, 90}}});
    const HostImage mask = reference::random_image({61, 33, 3, Pixel::u8}, {.range = {{0, 2}}});
    NormalizeOptions options;
    options.counted.mask = mask.view();
    const Result result = run("input; input id=mask; normalize percentile low=10 high=80 from=input,mask",
                              image.view(), {}, &*options.counted.mask);
    const auto difference = reference::compare(
        result.image.view(), reference::percentile(image.view(), 10, 80, options).image.view());
    CHECK_MESSAGE(difference.none(), difference.text);
}

TEST_CASE("percentile stretches each layer by what it holds itself, and leaves one that holds nothing") {
    ImageFormat format{37, 19, 2, Pixel::u16};
    format.layers = 3;
    const HostImage image = reference::image_of(format, [](std::size_t x, std::size_t row, int c) {
        const std::size_t layer = row / 19;
        return static_cast<double>(c == 1 ? (layer == 1 ? 0 : 9) : 1000 * layer + x * row);
    });
    NormalizeOptions options;
    options.counted.alpha = AlphaRule::visible;
    check_percentile("low=20 high=60 alpha=visible", image, 20, 60, options);
}

TEST_CASE("percentile counts strip by strip where an image does not fit") {
    const HostImage image = reference::random_image({101, 67, 3, Pixel::u16}, {.range = {{100, 9000}}});
    Way strips = way(StorageChoice::buffer);
    strips.options.limit_memory = 100000;
    CHECK(Plan(Graph::from_chain("normalize percentile"), image.format(), device(), strips.options)
              .execution->in_strips());
    check_percentile("low=10 high=80", image, 10, 80, {}, strips);
}

TEST_CASE("percentile is one pass and one Table for each digit, and reads nothing back") {
    const HostImage image = reference::random_image({64, 64, 1, Pixel::f32});
    Session session(Plan(Graph::from_chain("normalize percentile"), image.format(), device()));
    session.submit(image.view()).read();
    CHECK(session.plan().passes() == 4);
    CHECK(session.counters().total().waits == 1);
    CHECK(session.counters().total().table_reads == 0);
}
