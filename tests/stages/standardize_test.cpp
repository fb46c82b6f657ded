// normalize, mode standardize.
#include "tests/reference/standardize.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Grouping;
using reference::StandardizeOptions;

namespace {

// The variance is right to 1e-6, and each step of the line is rounded once.
reference::Tolerance tolerance(const HostImage& expected) {
    const Pixel pixel = expected.format().pixel;
    if (is_integer(pixel) || pixel == Pixel::f16) return {1, 0};
    double most = 0;
    for (const double y : reference::samples_of(expected.view()))
        if (std::isfinite(y)) most = std::max(most, std::fabs(y));
    return {2, most * (pixel == Pixel::f64 ? 1e-9 : 1e-6)};
}

void check_standardize(const std::string& arguments, const HostImage& image,
                       const StandardizeOptions& options = {},
                       const Way& way = test::way(StorageChoice::buffer)) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run("normalize standardize " + arguments, image.view(), way.options);
    const reference::Normalized expected = reference::standardize(image.view(), options);
    const reference::Difference difference =
        reference::compare(result.image.view(), expected.image.view(), tolerance(expected.image));
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings.empty() == expected.untouched.empty());
}

void check_standardized(Pixel pixel, int channels) {
    for (const Size size : sizes())
        check_standardize(
            "", reference::random_image({size.width, size.height, channels, pixel},
                                        {.seed = size.width, .nan = true, .inf = true, .transparent = 0.3}));
}

StandardizeOptions with(const std::function<void(StandardizeOptions&)>& change) {
    StandardizeOptions options;
    change(options);
    return options;
}

}  // namespace

TEST_CASE("standardize equals the reference for 8 and 16 bit and for floats, at every size") {
    check_standardized(Pixel::u8, 4);
    check_standardized(Pixel::u16, 3);
    check_standardized(Pixel::f32, 2);
}

TEST_CASE("standardize equals the reference for the other pixel types; by hand with --no-skip" *
          doctest::skip()) {
    for (const Pixel pixel : {Pixel::i8, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f64})
        check_standardized(pixel, 1);
}

TEST_CASE("standardize follows its options") {
    struct Case {
        std::string arguments;
        StandardizeOptions options;
    };
    const std::vector<Case> cases{
        {"ddof=1", with([](auto& o) { o.ddof = 1; })},
        {"epsilon=25 scale=-3 shift=7", with([](auto& o) { o.epsilon = 25, o.scale = -3, o.shift = 7; })},
        {"mean=100", with([](auto& o) { o.mean = {100}; })},
        {"std=10,20,30", with([](auto& o) {
             o.std = {10, 20, 30};
         })},
        {"mean=90,100.5,110 std=16", with([](auto& o) {
             o.mean = {90, 100.5, 110}, o.std = {16};
         })},
        {"mean=90 std=0", with([](auto& o) { o.mean = {90}, o.std = {0}; })},
        {"group=joint alpha=include",
         with([](auto& o) { o.group = Grouping::joint, o.counted.alpha = AlphaRule::include; })},
        {"group=luma", with([](auto& o) { o.group = Grouping::luma; })},
        {"alpha=visible", with([](auto& o) { o.counted.alpha = AlphaRule::visible; })},
        {"region=3,4,20,9", with([](auto& o) {
             o.counted.region = Rect{3, 4, 20, 9};
         })},
        {"pixel=u8 scale=40 shift=128",
         with([](auto& o) { o.pixel = Pixel::u8, o.scale = 40, o.shift = 128; })},
        {"preset=inception", with([](auto& o) { o.mean = {127.5}, o.std = {127.5}; })},
        {"preset=imagenet", with([](auto& o) {
             o.mean = {0.485 * 255, 0.456 * 255, 0.406 * 255};
             o.std = {0.229 * 255, 0.224 * 255, 0.225 * 255};
         })},
    };
    const HostImage image =
        reference::random_image({53, 21, 4, Pixel::u8}, {.range = {{30, 180}}, .transparent = 0.3});
    for (const Case& c : cases) check_standardize(c.arguments, image, c.options);
}

TEST_CASE("standardize treats a group of one value, and one of none") {
    for (const auto& [pixel, channels] : {std::pair(Pixel::u8, 4), std::pair(Pixel::f32, 2)}) {
        const HostImage same = reference::constant_image({19, 5, channels, pixel}, 77);
        check_standardize("shift=3", same, with([](auto& o) { o.shift = 3; }));
        check_standardize("epsilon=4", same, with([](auto& o) { o.epsilon = 4; }));
        check_standardize("ddof=1", reference::constant_image({1, 1, channels, pixel}, 77),
                          with([](auto& o) { o.ddof = 1; }));
    }
    // What rounding leaves of their variance must not blow up pixels that were not counted.
    for (const Pixel pixel : {Pixel::f32, Pixel::f64}) {
        HostImage image = reference::random_image({44, 4, 1, pixel}, {.range = {{0.89, 0.91}}});
        for (std::size_t y = 0; y < 4; ++y)
            for (std::size_t x = 0; x < 7; ++x) set_sample(image.view(), x, y, 0, 0.9);
        for (const Rect region : {Rect{43, 3, 1, 1}, Rect{0, 0, 7, 4}})
            check_standardize("region=" + std::to_string(region.x) + "," + std::to_string(region.y) + "," +
                                  std::to_string(region.width) + "," + std::to_string(region.height),
                              image, with([&](auto& o) { o.counted.region = region; }));
    }
    const HostImage hidden = reference::random_image({19, 5, 4, Pixel::u8}, {.transparent = 1});
    check_standardize("alpha=visible region=0,0,19,5", hidden,
                      with([](auto& o) { o.counted.alpha = AlphaRule::visible; }));
    HostImage image = reference::constant_image({16, 2, 2, Pixel::f32}, std::nan(""));
    check_standardize("", image);
    set_sample(image.view(), 3, 0, 0, 5);
    check_standardize("", image);
}

TEST_CASE("standardize keeps to 1e-6 where the mean is 10000 deviations") {
    reference::Random random(5);
    const auto bell = [&](double mean, double deviation) {
        return reference::image_of({301, 211, 2, Pixel::f32}, [&](std::size_t, std::size_t, int) {
            return mean + deviation * random.normal();
        });
    };
    const HostImage far = bell(1e4, 1), small = bell(1e-3, 1e-7), zero = bell(0, 1e-30),
                    large = bell(1e36, 1e37);
    check_standardize("", far);
    check_standardize("", far, {}, as_on_gpus());
    for (const HostImage& image : {small, zero, large}) check_standardize("", image);
    const HostImage deep = reference::image_of({301, 211, 3, Pixel::u16}, [&](std::size_t, std::size_t, int) {
        return std::nearbyint(20000 + 2 * random.normal());
    });
    check_standardize("", deep);
}

TEST_CASE("standardize does without doubles where the device has none") {
    DeviceFacts facts = device().facts();
    facts.fp64 = false;
    const auto check_single = [&](const HostImage& image) {
        static const Registry& registry = builtin_stages();
        Diagnostics faults;
        const CheckedGraph graph =
            check(Graph::from_chain("normalize standardize"), registry, faults, {.open_ends = true});
        Session session(Prepared{device(), make_plan(graph, registry, {{"input", image.format()}}, facts)});
        Frame frame = session.submit(image.view());
        const HostImage expected = reference::standardize(image.view()).image;
        const auto difference = reference::compare(frame.read().view(), expected.view(), tolerance(expected));
        CAPTURE(image.format().text());
        CHECK_MESSAGE(difference.none(), difference.text);
    };
    reference::Random random(6);
    check_single(reference::random_image({101, 67, 3, Pixel::u16}, {.range = {{30000, 30100}}}));
    check_single(reference::image_of({301, 211, 1, Pixel::f32},
                                     [&](std::size_t, std::size_t, int) { return 1e3 + random.normal(); }));
}

TEST_CASE("where squares of doubles are no doubles, the image stays as it is, with a warning") {
    for (const double size : {1e300, 1e-300}) {
        HostImage image(ImageFormat{16, 2, 1, Pixel::f64});
        for (std::size_t x = 0; x < 32; ++x)
            image.as<double>(x / 16)[x % 16] = size * static_cast<double>(1 + x % 5);
        const Result lost = run("normalize standardize", image.view());
        CHECK(lost.warnings.size() == 1);
        CHECK(reference::compare(lost.image.view(), image.view(), {}).none());
        const std::string given =
            "normalize standardize std=" + std::to_string(1) + "e" + (size > 1 ? "300" : "-300");
        CHECK(run(given, image.view()).warnings.empty());
    }
}
