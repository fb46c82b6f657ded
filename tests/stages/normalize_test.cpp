#include "tests/reference/normalize.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <tuple>

using namespace sluice;
using namespace sluice::test;
using reference::ConstantRule;
using reference::Grouping;
using reference::NormalizeOptions;

namespace {

// What tests/reference/normalize.hpp promises for float32 arithmetic; exact for whole numbers.
reference::Tolerance tolerance(Pixel src, const ImageFormat& dst, const NormalizeOptions& options) {
    const bool exact = is_integer(src) && options.group != Grouping::luma && !options.space &&
                       options.strength == 1 && options.independence == 1;
    if (is_integer(dst.pixel)) return {exact ? 0.0 : options.space && bytes(dst.pixel) == 2 ? 2.0 : 1.0, 0};
    double most = dst.white_value();
    if (options.out) most = std::max(std::fabs((*options.out)[0]), std::fabs((*options.out)[1]));
    if (dst.pixel == Pixel::f16) return {1, 0};
    const double bits =
        (dst.pixel == Pixel::f64 ? -50 : -22) + (options.group == Grouping::luma || options.space ? 1 : 0);
    return {0, most * std::ldexp(1.0, static_cast<int>(bits)) * (options.space ? 16 : 1)};
}

void check_normalize(const std::string& arguments, const HostImage& image, const NormalizeOptions& options,
                     const Way& way) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run("normalize " + arguments, image.view(), way.options);
    const reference::Normalized expected = reference::minmax(image.view(), options);
    const reference::Difference difference =
        reference::compare(result.image.view(), expected.image.view(),
                           tolerance(image.format().pixel, expected.image.format(), options));
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings.empty() == !expected.warns());
}

}  // namespace

TEST_CASE("normalize equals the reference for every pixel type, channel count, storage and size") {
    for (const auto& [pixel, channels, way] : every_pair(all_pixels(), all_channels(), storages()))
        for (const Size size : sizes()) {
            reference::RandomOptions random{
                .seed = size.width + size.height, .nan = true, .inf = true, .transparent = 0.3};
            if (is_integer(pixel))
                random.range = {{is_signed(pixel) ? -100.0 : 20.0, pixel == Pixel::u8 ? 201.0 : 120.0}};
            check_normalize("", reference::random_image({size.width, size.height, channels, pixel}, random),
                            {}, way);
        }
}

TEST_CASE("normalize gives the same for every width of V, work-group and storage, fused or not") {
    for (const auto& [pixel, channels, way] :
         every_pair(std::vector{Pixel::u8, Pixel::u16, Pixel::f32}, std::vector{1, 4}, all_ways()))
        check_normalize("", reference::random_image({131, 77, channels, pixel}, {.range = {{0.25, 200}}}), {},
                        way);
}

TEST_CASE("normalize gives the same in natural image objects") {
    for (const ImageFormat& format :
         {ImageFormat{0, 0, 3, Pixel::u8}, {0, 0, 4, Pixel::u16}, {0, 0, 4, Pixel::f32}})
        for (const Size size : {Size{1, 1}, {37, 1}, {101, 67}})
            check_normalize("",
                            reference::random_image({size.width, size.height, format.channels, format.pixel},
                                                    {.range = {{0.25, 200}}}),
                            {}, way(StorageChoice::natural));
}

TEST_CASE("normalize follows its options") {
    struct Case {
        std::string arguments;
        NormalizeOptions options;
    };
    NormalizeOptions base;
    const auto with = [&](auto change) {
        NormalizeOptions options = base;
        change(options);
        return options;
    };
    const std::vector<Case> cases{
        {"out=255,0", with([](auto& o) {
             o.out = {{255, 0}};
         })},
        {"out=10,200", with([](auto& o) {
             o.out = {{10, 200}};
         })},
        {"in=50,120", with([](auto& o) {
             o.in = {{50, 120}};
         })},
        {"in=50,120 clamp=false", with([](auto& o) {
             o.in = {{50, 120}}, o.clamp = false;
         })},
        {"in=50,120,0,255,70,70", with([](auto& o) {
             o.in_each = {{50, 120}, {0, 255}, {70, 70}};
         })},
        {"in=50,51 clamp=false", with([](auto& o) {
             o.in = {{50, 51}}, o.clamp = false;
         })},
        {"in=70,70", with([](auto& o) {
             o.in = {{70, 70}};
         })},
        {"group=joint", with([](auto& o) { o.group = Grouping::joint; })},
        {"group=luma", with([](auto& o) { o.group = Grouping::luma; })},
        {"group=luma out=20,180", with([](auto& o) {
             o.group = Grouping::luma, o.out = {{20, 180}};
         })},
        {"group=luma strength=0.4", with([](auto& o) { o.group = Grouping::luma, o.strength = 0.4; })},
        {"group=luma strength=0", with([](auto& o) { o.group = Grouping::luma, o.strength = 0; })},
        {"group=luma alpha=include",
         with([](auto& o) { o.counted.alpha = AlphaRule::include, o.group = Grouping::luma; })},
        {"alpha=include", with([](auto& o) { o.counted.alpha = AlphaRule::include; })},
        {"alpha=include group=joint",
         with([](auto& o) { o.counted.alpha = AlphaRule::include, o.group = Grouping::joint; })},
        {"alpha=visible", with([](auto& o) { o.counted.alpha = AlphaRule::visible; })},
        {"strength=0.5", with([](auto& o) { o.strength = 0.5; })},
        {"strength=0", with([](auto& o) { o.strength = 0; })},
        {"independence=0.3", with([](auto& o) { o.independence = 0.3; })},
        {"region=3,4,20,9", with([](auto& o) {
             o.counted.region = Rect{3, 4, 20, 9};
         })},
        {"space=linear", with([](auto& o) { o.space = Space::linear; })},
        {"space=linear in=50,120 out=20,220", with([](auto& o) {
             o.space = Space::linear, o.in = {{50, 120}}, o.out = {{20, 220}};
         })},
        {"group=luma alpha=include",
         with([](auto& o) { o.group = Grouping::luma, o.counted.alpha = AlphaRule::include; })},
    };
    for (const Case& c : cases) {
        // Alpha is there where it matters; each other format has its turn.
        const bool grey = (&c - cases.data()) % 2 == 1 && c.options.in_each.empty();
        for (const auto& [channels, pixel] : {std::pair(4, Pixel::u8), std::pair(grey ? 1 : 3, Pixel::u16)}) {
            if (channels == 3 && c.options.counted.alpha != AlphaRule::exclude) continue;
            const HostImage image = reference::random_image({53, 21, channels, pixel},
                                                            {.range = {{30, 180}}, .transparent = 0.3});
            check_normalize(c.arguments, image, c.options, way(StorageChoice::buffer));
        }
    }
}

TEST_CASE("normalize refuses options of another mode, and values that do not fit together") {
    const ImageFormat rgb{8, 8, 3, Pixel::u8}, grey{8, 8, 1, Pixel::u8};
    const std::vector<std::tuple<std::string, ImageFormat, std::string>> cases{
        {"low=2", rgb, "low: mode minmax has no such option; it belongs to percentile"},
        {"percentile in=1,2", rgb, "in: mode percentile has no such option; it belongs to minmax"},
        {"percentile clamp=false", rgb, "clamp: mode percentile has no such option"},
        {"standardize out=0,1", rgb,
         "out: mode standardize has no such option; it belongs to minmax, percentile"},
        {"equalize pixel=f32", rgb, "pixel: mode equalize has no such option"},
        {"equalize ddof=1", rgb, "ddof: mode equalize has no such option; it belongs to standardize"},
        {"percentile low=50 high=50", rgb, "low: must be below high"},
        {"standardize preset=imagenet mean=0", rgb, "preset: sets mean and std"},
        {"standardize mean=1,2", rgb,
         "mean and std must be one number or one for each of 3 groups of 8x8 u8 x3"},
        {"standardize preset=imagenet", grey, "preset imagenet needs R G B"},
        {"standardize preset=imagenet group=joint", rgb, "preset imagenet needs R G B"},
        {"standardize std=-1", rgb, "std: -1"},
        {"in=1,2,3", rgb, "in: must be pairs of a lower and an upper end"},
        {"in=1,2,3,4", rgb, "in must be one pair of numbers or one for each of 3 groups of 8x8 u8 x3"},
        {"in=1,2,4,3,5,6", rgb, "in: the first number must not be above the second"},
    };
    for (const auto& refused : cases) {
        const auto& [arguments, format, message] = refused;
        const std::string chain = "normalize " + arguments;
        CAPTURE(chain);
        const std::string fault =
            error_of([&, &size = format] { Plan(Graph::from_chain(chain), size, device()); });
        CAPTURE(fault);
        CHECK(fault.find(message) != std::string::npos);
    }
}

TEST_CASE("normalize refuses a mask of another size, where it measures nothing too") {
    for (const char* options : {"", "in=0,200", "standardize mean=0 std=1"})
        CHECK(error_of([&] {
                  Plan(Graph::from_chain("input id=mask; input | normalize from=input,mask " +
                                         std::string(options)),
                       SourceFormats{{"input", {64, 48, 3, Pixel::u8}}, {"mask", {64, 47, 1, Pixel::u8}}},
                       device());
              }).find("its images differ in size: the first is 64x48 u8 x3, and its mask 64x47 u8 x1") !=
              std::string::npos);
}

TEST_CASE("normalize refuses options of another mode that are given their defaults, all at once") {
    const ImageFormat rgb{8, 8, 3, Pixel::u8};
    const StageDef& normalize = *builtin_stages().find("normalize");
    for (const std::string& mode : normalize.param("mode")->choices) {
        std::string chain = "normalize " + mode, expected;
        for (const ParamDecl& param : normalize.params) {
            if (param.name == "mode" || (param.only_for && param.only_for->param != "mode")) continue;
            chain += " " + param.name + "=" + text(param.standard);
            if (!misplaced(param, {{"mode", mode}}).empty()) expected += "normalize." + param.name + " ";
        }
        CAPTURE(chain);
        const std::string faults = error_of([&] { Plan(Graph::from_chain(chain), rgb, device()); });
        std::string refused;
        std::istringstream lines(faults);
        for (std::string line; std::getline(lines, line);) {
            CHECK(line.find(": mode " + mode + " has no such option; it belongs to ") != std::string::npos);
            const std::size_t begin = line.find("normalize.");
            REQUIRE(begin != std::string::npos);
            refused += line.substr(begin, line.find(':', begin) - begin) + " ";
        }
        CHECK(refused == expected);
        CHECK_FALSE(expected.empty());
    }
}

TEST_CASE("normalize treats a group of one value as asked") {
    const std::vector<std::pair<std::string, ConstantRule>> rules{{"keep", ConstantRule::keep},
                                                                  {"low", ConstantRule::low},
                                                                  {"mid", ConstantRule::mid},
                                                                  {"zero", ConstantRule::zero}};
    for (const auto& [name, rule] : rules)
        for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::i16, Pixel::f32})
            for (const double value : {0.0, 0.7, 77.0}) {
                NormalizeOptions options;
                options.constant = rule;
                const double v = is_integer(pixel) ? std::floor(value) : value;
                check_normalize("constant=" + name, reference::constant_image({19, 5, 3, pixel}, v), options,
                                way(StorageChoice::buffer));
            }
}

TEST_CASE("normalize changes the pixel type on the way") {
    for (const Pixel from : {Pixel::u8, Pixel::u16, Pixel::f32})
        for (const Pixel to : {Pixel::u8, Pixel::u16, Pixel::f32, Pixel::i16}) {
            NormalizeOptions options;
            options.pixel = to;
            reference::RandomOptions random;
            if (is_integer(from)) random.range = {{40, 190}};
            check_normalize("pixel=" + std::string(name(to)),
                            reference::random_image({53, 21, 4, from}, random), options,
                            way(StorageChoice::buffer));
        }
}

TEST_CASE("normalize moves a constant luma, and its colours with it") {
    HostImage image = reference::constant_image({19, 5, 3, Pixel::u8}, 100);
    for (std::size_t y = 0; y < 5; ++y)
        for (std::size_t x = 0; x < 19; ++x) set_sample(image.view(), x, y, 0, 180);
    for (const auto& [name, rule] : {std::pair("low", ConstantRule::low), std::pair("mid", ConstantRule::mid),
                                     std::pair("keep", ConstantRule::keep)}) {
        NormalizeOptions options;
        options.group = Grouping::luma;
        options.constant = rule;
        options.out = {{10, 90}};
        check_normalize(std::string("group=luma out=10,90 constant=") + name, image, options,
                        way(StorageChoice::buffer));
    }
}

TEST_CASE("normalize leaves colours where their luma is not finite") {
    NormalizeOptions options;
    options.group = Grouping::luma;
    for (const bool all : {false, true}) {
        HostImage image = reference::random_image({19, 5, 3, Pixel::f32}, {.range = {{0.2, 0.6}}});
        for (std::size_t y = 0; y < 5; ++y)
            for (std::size_t x = 0; x < 19; ++x)
                if (all || x % 3 == 0)
                    set_sample(image.view(), x, y, x % 2 == 0 ? 2 : 1, x == 0 ? NAN : INFINITY);
        check_normalize("group=luma", image, options, way(StorageChoice::buffer));
    }
}

TEST_CASE("normalize in another space keeps the digits of its result") {
    NormalizeOptions options;
    options.space = Space::linear;
    options.pixel = Pixel::i32;
    check_normalize("space=linear pixel=i32", reference::random_image({19, 5, 1, Pixel::i16}), options,
                    way(StorageChoice::buffer));
}

TEST_CASE("normalize takes what it keeps from white to white") {
    for (const auto& [from, to] : {std::pair(Pixel::u8, Pixel::u16), std::pair(Pixel::u16, Pixel::u8),
                                   std::pair(Pixel::u8, Pixel::f32)})
        for (const std::string& out :
             {std::string(), std::string(to == Pixel::f32 ? "0.1,0.9" : "20,30000")}) {
            NormalizeOptions options;
            options.pixel = to;
            if (!out.empty()) options.out = {{to == Pixel::f32 ? 0.1 : 20, to == Pixel::f32 ? 0.9 : 30000}};
            const std::string arguments =
                "pixel=" + std::string(name(to)) + (out.empty() ? "" : " out=" + out);
            check_normalize(arguments, reference::constant_image({19, 5, 3, from}, 77), options,
                            way(StorageChoice::buffer));
            options.counted.alpha = AlphaRule::visible;  // nothing is counted
            check_normalize(arguments + " alpha=visible",
                            reference::random_image({17, 9, 4, from}, {.transparent = 1}), options,
                            way(StorageChoice::buffer));
        }
}

TEST_CASE("normalize leaves an image in which nothing is counted, and says so") {
    NormalizeOptions options;
    options.counted.alpha = AlphaRule::visible;
    HostImage image = reference::random_image({17, 9, 4, Pixel::u8}, {.transparent = 1});
    check_normalize("alpha=visible", image, options, way(StorageChoice::buffer));
    const HostImage nothing = reference::constant_image({17, 9, 1, Pixel::f32}, std::nan(""));
    check_normalize("", nothing, {}, way(StorageChoice::buffer));
}

TEST_CASE("normalize stretches ranges that float32 cannot hold") {
    HostImage image = reference::constant_image({16, 2, 1, Pixel::f32}, 0);
    set_sample(image.view(), 3, 0, 0, 3e38);
    set_sample(image.view(), 4, 1, 0, -3e38);
    check_normalize("", image, {}, way(StorageChoice::buffer));
    HostImage tiny = reference::constant_image({16, 2, 1, Pixel::f32}, 0);
    set_sample(tiny.view(), 3, 0, 0, 1e-40);
    check_normalize("", tiny, {}, way(StorageChoice::buffer));
}

TEST_CASE("normalize stretches each layer by what it holds itself") {
    for (const Pixel pixel : {Pixel::u8, Pixel::f32})
        for (const Way& way : {way(StorageChoice::buffer), way(StorageChoice::image, 1, 64)}) {
            ImageFormat format{37, 19, 3, pixel};
            format.layers = 3;
            CAPTURE(format.text());
            CAPTURE(way.name);
            HostImage image(format);
            ImageFormat one = format;
            one.layers = 1;
            std::vector<HostImage> expected;
            for (std::size_t layer = 0; layer < format.layers; ++layer) {
                const double low = 10.0 * static_cast<double>(layer + 1);
                const HostImage part =
                    reference::random_image(one, {.seed = layer + 1, .range = {{low, 3 * low}}});
                std::copy_n(part.row(0), one.host_bytes(), image.row(layer * one.height));
                expected.push_back(reference::minmax(part.view()).image);
            }
            const Result result = run("normalize", image.view(), way.options);
            for (std::size_t layer = 0; layer < format.layers; ++layer) {
                const ImageFormat& stretched = expected[layer].format();
                const ConstHostView found{stretched, result.image.row(layer * one.height),
                                          result.image.pitch()};
                const reference::Difference difference =
                    reference::compare(found, expected[layer].view(), tolerance(pixel, stretched, {}));
                CHECK_MESSAGE(difference.none(), difference.text);
            }
        }
}
