// normalize, mode grayworld.
#include "tests/reference/grayworld.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/make_plan.hpp"
#include "tests/error_of.hpp"
#include "tests/grey_alpha.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;
using reference::Counted;
using reference::Samples;

namespace {

// Integers near ties; floats by the roundings of a gain and of the product.
reference::Tolerance tolerance(Pixel pixel) {
    return is_integer(pixel) || pixel == Pixel::f16 ? reference::Tolerance{1, 0} : reference::Tolerance{4, 0};
}

void check_grayworld(const std::string& arguments, const HostImage& image, const Counted& counted = {},
                     double threshold = 0.9, const Way& way = test::way(StorageChoice::buffer)) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const std::string chain = (counted.mask ? "input; input id=mask; normalize grayworld from=input,mask "
                                            : "normalize grayworld ") +
                              arguments;
    const Result result = run(chain, image.view(), way.options, counted.mask ? &*counted.mask : nullptr);
    const reference::Normalized expected = reference::grayworld(image.view(), threshold, counted);
    const reference::Difference difference =
        reference::compare(result.image.view(), expected.image.view(), tolerance(image.format().pixel));
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings ==
          (expected.untouched.empty()
               ? std::vector<std::string>{}
               : std::vector<std::string>{"normalize.gain: no pixel was counted; the image stays as it is"}));
}

// A cast of its own for each channel, some pixels far from grey.
HostImage tinted(const ImageFormat& format, std::uint64_t seed = 1) {
    reference::Random random(seed);
    const double white = format.white_value();
    return reference::image_of(format, [&](std::size_t, std::size_t, int c) {
        const double v = white * random.uniform() * (c == 3 ? 1 : 0.9 - 0.2 * c);
        const bool zero = random.uniform() < (c == 3 ? 0.3 : 0.02);
        return zero ? 0 : is_integer(format.pixel) ? std::floor(v) : v;
    });
}

Samples balanced(Pixel pixel, int channels, const Samples& samples, const std::string& arguments = "") {
    const HostImage image = reference::row_of(pixel, channels, samples);
    return reference::samples_of(run("normalize grayworld " + arguments, image.view()).image.view());
}

}  // namespace

TEST_CASE("grayworld gives all colours the mean of their means, by hand") {
    CHECK(balanced(Pixel::u8, 4, {100, 200, 150, 9, 0, 0, 0, 8}) == Samples{150, 150, 150, 9, 0, 0, 0, 8});
    // (200, 10, 10) is not measured but balanced: 300, 7.5 to even, 10.
    CHECK(balanced(Pixel::u8, 4, {100, 200, 150, 1, 200, 10, 10, 1}) ==
          Samples{150, 150, 150, 1, 255, 8, 10, 1});
    CHECK(balanced(Pixel::f32, 3, {100, 200, 150, 200, 10, 10}) == Samples{150, 150, 150, 300, 7.5, 10});
    // On the threshold, (10 - 1) / 10, is within it.
    CHECK(balanced(Pixel::u8, 4, {1, 10, 10, 1}) == Samples{7, 7, 7, 1});
    CHECK(balanced(Pixel::u8, 4, {1, 10, 10, 1}, "saturation_threshold=0.89") == Samples{1, 10, 10, 1});
    // A black channel has no gain; below 0 only grey is not saturated.
    CHECK(balanced(Pixel::f32, 3, {0, 2, 4}, "saturation_threshold=1") == Samples{0, 2, 2});
    CHECK(balanced(Pixel::i16, 3, {-30, -30, -30, -10, 50, 50}) == Samples{-30, -30, -30, -10, 50, 50});
}

TEST_CASE("grayworld equals the reference for integers and floats, at every size") {
    for (const Size size : sizes()) check_grayworld("", tinted({size.width, size.height, 4, Pixel::u8}));
    for (const Pixel pixel : {Pixel::i16, Pixel::i32, Pixel::f32, Pixel::f64})
        check_grayworld("", tinted({101, 67, 3, pixel}));
    check_grayworld("", reference::random_image({101, 67, 3, Pixel::f32},
                                                {.range = {{-0.1, 1}}, .nan = true, .inf = true}));
}

TEST_CASE("grayworld equals the reference for every pixel type; by hand with --no-skip" * doctest::skip()) {
    for (const Pixel pixel : all_pixels())
        for (const int channels : {3, 4})
            for (const Way& w : all_ways())
                check_grayworld("", tinted({101, 67, channels, pixel}), {}, 0.9, w);
}

TEST_CASE("grayworld follows its options") {
    const HostImage image = tinted({53, 21, 4, Pixel::u8});
    for (const double threshold : {0.0, 0.5, 1.0})
        check_grayworld("saturation_threshold=" + number_text(threshold), image, {}, threshold);
    check_grayworld("group=channel alpha=visible", image, {.alpha = AlphaRule::visible});
    check_grayworld("region=3,4,20,9", image, {.region = Rect{3, 4, 20, 9}});
    const HostImage colours = tinted({53, 21, 3, Pixel::f32});
    check_grayworld("saturation_threshold=0.3", colours, {}, 0.3);
}

TEST_CASE("grayworld measures where the mask is not 0 in any colour") {
    const HostImage image = tinted({53, 21, 4, Pixel::u8});
    for (const int channels : {1, 2, 4}) {
        const HostImage mask = reference::random_image({53, 21, channels, Pixel::u8}, {.range = {{0, 2}}});
        Counted counted;
        counted.mask = mask.view();
        if (channels < 4) {
            check_grayworld("", image, counted);
            continue;
        }
        counted.region = Rect{3, 4, 20, 9};
        counted.alpha = AlphaRule::visible;
        check_grayworld("region=3,4,20,9 alpha=visible", image, counted);
    }
    // A mask of doubles: saturation is decided in them too.
    const HostImage fine = reference::random_image({53, 21, 3, Pixel::f64}, {.range = {{0, 1}}});
    Counted counted;
    counted.mask = fine.view();
    check_grayworld("", tinted({53, 21, 3, Pixel::u16}), counted);
}

TEST_CASE("grayworld leaves grey images, and says so of colours that were not measured") {
    for (const int channels : {1, 2})
        for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
            const HostImage grey = tinted({19, 5, channels, pixel});
            check_grayworld("alpha=visible region=3,1,4,4", grey);
            if (pixel == Pixel::u8) check_grayworld("| invert | invert", grey);
        }
    const HostImage hidden = reference::random_image({19, 5, 4, Pixel::u8}, {.transparent = 1});
    check_grayworld("alpha=visible", hidden, {.alpha = AlphaRule::visible});
    check_grayworld("", reference::constant_image({19, 5, 3, Pixel::f32}, std::nan("")));
    const HostImage red = reference::one_hot_image({19, 5, 4, Pixel::u8}, 3, 2, 0, 90);
    check_grayworld("region=3,2,1,1", red, {.region = Rect{3, 2, 1, 1}});
    check_grayworld("", red);  // all black but for it: counted, and no gain
}

TEST_CASE("grayworld is the same in strips, in both storages, and as GPUs compute it") {
    ImageFormat format{101, 67, 4, Pixel::u8};
    format.layers = 3;
    const HostImage image = tinted(format);
    Way strips = way(StorageChoice::buffer);
    strips.options.limit_memory = 150000;
    CHECK(Plan(Graph::from_chain("normalize grayworld"), format, device(), strips.options)
              .execution->in_strips());
    for (const Way& w : {way(StorageChoice::buffer), as_on_gpus(), strips})
        check_grayworld("alpha=visible", image, {.alpha = AlphaRule::visible}, 0.9, w);
}

TEST_CASE("grayworld does without doubles where the device has none") {
    DeviceFacts facts = device().facts();
    facts.fp64 = false;
    for (const Pixel pixel : {Pixel::u8, Pixel::f32}) {
        const HostImage image = tinted({101, 67, 3, pixel});
        Diagnostics faults;
        const CheckedGraph graph =
            check(Graph::from_chain("normalize grayworld"), builtin_stages(), faults, {.open_ends = true});
        Session session(
            Prepared{device(), make_plan(graph, builtin_stages(), {{"input", image.format()}}, facts)});
        Frame frame = session.submit(image.view());
        const auto difference = reference::compare(
            frame.read().view(), reference::grayworld(image.view()).image.view(), tolerance(pixel));
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

TEST_CASE("grayworld goes over the pixels twice, and its mask is in no memory") {
    for (const std::string alpha : {"exclude", "visible"}) {
        const Plan plan(Graph::from_chain("normalize grayworld alpha=" + alpha),
                        ImageFormat{640, 480, 4, Pixel::u8}, device());
        CHECK(plan.execution->passes() == 2);
        std::vector<std::string> images;
        for (const PlannedImage& image : plan.execution->images) images.push_back(image.name);
        CHECK(images == std::vector<std::string>{"input", "normalize.balance"});
    }
    const Plan grey(Graph::from_chain("normalize grayworld"), grey_alpha({640, 480, 2, Pixel::u8}), device());
    CHECK(grey.execution->passes() == 0);
}

TEST_CASE("the gains of grayworld can be observed") {
    const HostImage image = reference::row_of(Pixel::u8, 3, {100, 200, 150});
    const Result result = run("normalize grayworld", image.view(), {.observe = {"normalize.gain"}});
    const Table& gain = result.tables.at("normalize.gain");
    CHECK(gain.layout().channels == std::vector<std::string>{"R", "G", "B"});
    CHECK(gain.real("gain", 0) == 1.5);
    CHECK(gain.real("gain", 1) == 0.75);
    CHECK(gain.real("gain", 2) == 1);
}

TEST_CASE("grayworld refuses what it has no meaning for") {
    const auto refused = [](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), ImageFormat{8, 8, 4, Pixel::u8}, device()); });
    };
    const auto contains = [](const std::string& text, const std::string& part) {
        CAPTURE(text);
        return text.find(part) != std::string::npos;
    };
    for (const std::string group : {"joint", "luma"})
        CHECK(contains(refused("normalize grayworld group=" + group),
                       "group: grayworld always compares all channels; leave group out"));
    CHECK(contains(refused("normalize grayworld alpha=include"),
                   "alpha: grayworld never changes alpha; use visible, or exclude, which also measures "
                   "pixels with alpha 0"));
    CHECK(contains(refused("normalize grayworld saturation_threshold=1.5"), "saturation_threshold: 1.5"));
    CHECK(contains(refused("normalize saturation_threshold=0.5"),
                   "saturation_threshold: mode minmax has no such option; it belongs to grayworld"));
    CHECK(contains(refused("normalize grayworld pixel=f32"), "pixel: mode grayworld has no such option"));
}
