// normalize, mode clahe.
#include "tests/reference/clahe.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/skip.hpp"
#include "tests/stages/support.hpp"

#ifdef SLUICE_TEST_OPENCV
#include <opencv2/imgproc.hpp>
#endif

using namespace sluice;
using namespace sluice::test;
using reference::ClaheOptions;
using reference::Grouping;

namespace {

void check_clahe(const std::string& arguments, const HostImage& image, const ClaheOptions& options = {},
                 const Way& way = test::way(StorageChoice::buffer)) {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run("normalize clahe " + arguments, image.view(), way.options);
    const reference::Normalized expected = reference::clahe(image.view(), options);
    const reference::Difference difference = reference::compare(result.image.view(), expected.image.view());
    CHECK_MESSAGE(difference.none(), difference.text);
}

HostImage noise(const ImageFormat& format, double low = 20, double high = 201) {
    return reference::random_image(format, {.seed = format.width, .range = {{low, high}}});
}

// Brighter to the right and below, so that tiles differ.
HostImage slope(const ImageFormat& format) {
    return reference::image_of(format, [&](std::size_t x, std::size_t y, int c) {
        return static_cast<double>((x * 3 + y * 2 + static_cast<std::size_t>(c) * 11 + x * y % 7) % 251);
    });
}

}  // namespace

TEST_CASE("clahe equals the reference where tiles fit and where the image is reflected") {
    // Neither, one and both axes; the reflection in one tile, in several, and the whole image but for a
    // pixel.
    for (const Size size : std::vector<Size>{
             {5, 9}, {7, 64}, {8, 8}, {64, 48}, {65, 48}, {64, 47}, {101, 67}, {17, 9}, {9, 9}, {15, 23}})
        for (const int channels : {1, 3})
            check_clahe("", slope({size.width, size.height, channels, Pixel::u8}));
    check_clahe("tiles=1,1", noise({1, 1, 1, Pixel::u8}));
    check_clahe("tiles=3,2", noise({37, 11, 4, Pixel::u8}), {.tiles = {3, 2}});
    check_clahe("tiles=5,1", noise({41, 2, 2, Pixel::u8}), {.tiles = {5, 1}});
}

TEST_CASE("clahe of 16 bit equals the reference") {
    check_clahe("tiles=2,2", noise({37, 22, 3, Pixel::u16}, 100, 60000), {.tiles = {2, 2}});
    check_clahe("tiles=2,3 clip_limit=2", noise({30, 33, 1, Pixel::u16}, 100, 3000),
                {.clip_limit = 2, .tiles = {2, 3}});
}

TEST_CASE("clahe is the same as GPUs do it") {
    check_clahe("", slope({131, 77, 4, Pixel::u8}), {}, as_on_gpus());
}

TEST_CASE("clahe is the same for every width of V, work-group and storage; by hand with --no-skip" *
          doctest::skip()) {
    for (const int channels : {1, 3})
        for (const Way& way : all_ways()) check_clahe("", slope({131, 77, channels, Pixel::u8}), {}, way);
}

TEST_CASE("clahe follows its options") {
    const HostImage image = slope({53, 41, 4, Pixel::u8});
    check_clahe("clip_limit=0", image, {.clip_limit = 0});
    check_clahe("clip_limit=1.5", image, {.clip_limit = 1.5});
    check_clahe("clip_limit=0.001", image, {.clip_limit = 0.001});
    check_clahe("group=channel alpha=include", image,
                {.group = Grouping::channel, .alpha = AlphaRule::include});
    check_clahe("alpha=include", image, {.alpha = AlphaRule::include});
    check_clahe("alpha=include", slope({53, 41, 2, Pixel::u8}), {.alpha = AlphaRule::include});
    ImageFormat dark{53, 41, 3, Pixel::u8};
    dark.white = 100;
    check_clahe("", noise(dark, 0, 100));
}

TEST_CASE("clahe counts the pixels that are seen, tile by tile") {
    for (const int channels : {2, 4})
        for (const Size size : {Size{64, 64}, {53, 41}}) {
            HostImage image = slope({size.width, size.height, channels, Pixel::u8});
            for (std::size_t y = 0; y < size.height; ++y)
                for (std::size_t x = 0; x < size.width;
                     ++x)  // some tiles whole, some in part, some not at all
                    set_sample(image.view(), x, y, channels - 1,
                               x < 30 || (x < 50 && (x + y) % 3 == 0) ? 200 : 0);
            for (const std::string limit : {"40", "1.5", "0"})
                check_clahe("tiles=4,3 clip_limit=" + limit, image,
                            {.clip_limit = std::stod(limit), .tiles = {4, 3}});
            check_clahe("alpha=exclude", image, {.alpha = AlphaRule::exclude});
        }
    HostImage hidden = slope({53, 41, 4, Pixel::u8});
    for (std::size_t y = 0; y < 41; ++y)
        for (std::size_t x = 0; x < 53; ++x) set_sample(hidden.view(), x, y, 3, 0);
    check_clahe("", hidden, {});
    CHECK(run("normalize clahe", hidden.view()).warnings.size() == 1);
}

TEST_CASE("clahe of 10 bits in 16 goes as far as white") {
    ImageFormat format{64, 64, 1, Pixel::u16};
    format.white = 1023;
    const HostImage image = noise(format, 300, 500);
    check_clahe("tiles=2,2", image, {.tiles = {2, 2}});
    const HostImage result = run("normalize clahe tiles=2,2", image.view()).image;
    double brightest = 0;
    for (std::size_t y = 0; y < 64; ++y)
        for (std::size_t x = 0; x < 64; ++x) brightest = std::max(brightest, sample(result.view(), x, y, 0));
    CHECK(brightest > 900);
    CHECK(brightest <= 1023);
}

TEST_CASE("clahe works layer by layer") {
    ImageFormat format{45, 33, 3, Pixel::u8};
    format.layers = 3;
    check_clahe("tiles=4,3", slope(format), {.tiles = {4, 3}});
}

TEST_CASE("clahe in strips is clahe in one piece") {
    const std::string chain = "normalize clahe tiles=3,2";
    const HostImage image = slope({301, 503, 3, Pixel::u8});
    const ExecutionPlan whole = *Plan(Graph::from_chain(chain), image.format(), device()).execution;
    PlanOptions options;
    options.limit_memory = whole.peak_bytes - 800000;
    const ExecutionPlan cut = *Plan(Graph::from_chain(chain), image.format(), device(), options).execution;
    CHECK(cut.strips >= 3);
    check_clahe("tiles=3,2", image, {.tiles = {3, 2}}, {"in strips", options});
}

TEST_CASE("clahe counts and changes in a pass each") {
    const Plan fits(Graph::from_chain("normalize clahe"), {64, 64, 3, Pixel::u8}, device());
    CHECK(fits.text().find("passes over the pixels: 2") != std::string::npos);
}

TEST_CASE("clahe says what it cannot take") {
    const auto fault = [](const std::string& arguments, const ImageFormat& format) {
        return error_of([&] { Plan(Graph::from_chain("normalize clahe " + arguments), format, device()); });
    };
    const ImageFormat picture{64, 64, 3, Pixel::u8};
    const auto says = [](const std::string& message, const std::string& what) {
        CAPTURE(message);
        CHECK(message.find(what) != std::string::npos);
    };
    says(fault("", {64, 64, 3, Pixel::f32}), "clahe needs u8 or u16, not");
    says(fault("", {3, 64, 3, Pixel::u8}),
         "3x64 u8 x3 is too small to be reflected by 5 x 8 pixels, as 8 x 8 tiles want it; tiles=1,1 does");
    says(fault("tiles=256,256", {512, 512, 3, Pixel::u16}), "have 4294967296 levels in all");
    says(fault("group=joint", picture), "group: clahe accepts channel or luma");
    says(fault("region=0,0,8,8", picture), "region: mode clahe has no such option");
    says(fault("clip_limit=-1", picture), "clip_limit");
    says(error_of([&] { Plan(Graph::from_chain("normalize minmax tiles=2,2"), picture, device()); }),
         "tiles: mode minmax has no such option; it belongs to clahe");
    says(error_of([&] {
             Plan(Graph::from_chain("input id=mask; input | normalize clahe from=input,mask"),
                  SourceFormats{{"input", picture}, {"mask", {64, 64, 1, Pixel::u8}}}, device());
         }),
         "accepts no mask");
}

TEST_CASE("clahe is OpenCV's") {
#ifdef SLUICE_TEST_OPENCV
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (const Size size : std::vector<Size>{{64, 64}, {131, 77}, {640, 45}}) {
            const HostImage image =
                noise({size.width, size.height, 1, pixel}, 0, pixel == Pixel::u8 ? 200 : 40000);
            CAPTURE(image.format().text());
            const int type = pixel == Pixel::u8 ? CV_8UC1 : CV_16UC1;
            const cv::Mat src(static_cast<int>(size.height), static_cast<int>(size.width), type,
                              const_cast<std::byte*>(image.row(0)), image.pitch());
            cv::Mat dst;
            const bool plain = size.width == 64;
            cv::createCLAHE(plain ? 40 : 2.5, plain ? cv::Size(8, 8) : cv::Size(5, 3))->apply(src, dst);
            const HostImage result =
                run(plain ? "normalize clahe" : "normalize clahe clip_limit=2.5 tiles=5,3", image.view())
                    .image;
            const ConstHostView expected{image.format(), reinterpret_cast<const std::byte*>(dst.data),
                                         dst.step};
            const auto difference = reference::compare(result.view(), expected);
            CHECK_MESSAGE(difference.none(), difference.text);
        }
#else
    report_skip("OpenCV was not found by the build");
#endif
}
