// normalize, mode equalize.
#include "tests/reference/equalize.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/skip.hpp"
#include "tests/stages/support.hpp"

#ifdef SLUICE_TEST_OPENCV
#include <opencv2/imgproc.hpp>
#endif

using namespace sluice;
using namespace sluice::test;
using reference::EqualizeOptions;
using reference::Grouping;

namespace {

void check_equalize(const std::string& arguments, const HostImage& image, const EqualizeOptions& options = {},
                    const Way& way = test::way(StorageChoice::buffer), const std::string& from = "") {
    CAPTURE(arguments);
    CAPTURE(image.format().text());
    CAPTURE(way.name);
    const Result result = run(from + "normalize equalize " + arguments, image.view(), way.options,
                              options.counted.mask ? &*options.counted.mask : nullptr);
    const reference::Normalized expected = reference::equalize(image.view(), options);
    const reference::Difference difference = reference::compare(result.image.view(), expected.image.view());
    CHECK_MESSAGE(difference.none(), difference.text);
    CHECK(result.warnings.empty() == expected.untouched.empty());
}

EqualizeOptions grouped(Grouping group, AlphaRule alpha = AlphaRule::visible) {
    return {.group = group, .counted = {.alpha = alpha}};
}

}  // namespace

TEST_CASE("equalize equals the reference for 8 and 16 bit, at every size") {
    for (const auto& [pixel, channels] :
         std::vector<std::pair<Pixel, int>>{{Pixel::u8, 1}, {Pixel::u8, 4}, {Pixel::u16, 3}})
        for (const Size size : sizes())
            check_equalize("", reference::random_image({size.width, size.height, channels, pixel},
                                                       {.seed = size.width, .range = {{20, 201}}}));
}

TEST_CASE("equalize is the same as GPUs count it") {
    check_equalize("", reference::random_image({131, 77, 4, Pixel::u8}, {.range = {{5, 90}}}), {},
                   as_on_gpus());
}

TEST_CASE("equalize is the same for every width of V, work-group and storage; by hand with --no-skip" *
          doctest::skip()) {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (const Way& way : all_ways())
            check_equalize("", reference::random_image({131, 77, 3, pixel}, {.range = {{5, 90}}}), {}, way);
}

TEST_CASE("equalize follows its options") {
    const auto image = [](Pixel pixel) {
        return reference::random_image({53, 21, 4, pixel}, {.range = {{30, 180}}, .transparent = 0.3});
    };
    check_equalize("group=channel", image(Pixel::u16), grouped(Grouping::channel));
    check_equalize("alpha=include", image(Pixel::u8), grouped(Grouping::luma, AlphaRule::include));
    check_equalize("group=joint alpha=include", image(Pixel::u8),
                   grouped(Grouping::joint, AlphaRule::include));
    EqualizeOptions part = grouped(Grouping::luma, AlphaRule::visible);
    part.counted.region = Rect{3, 4, 20, 9};
    check_equalize("alpha=visible region=3,4,20,9", image(Pixel::u8), part);
}

TEST_CASE("equalize rounds luma exactly and clamps what it adds") {
    // Sums 2126 R + 7152 G + 722 B that end in 5000 are ties; every sum of three small numbers is here.
    const HostImage cube =
        reference::image_of({64, 64, 3, Pixel::u8}, [](std::size_t x, std::size_t y, int c) {
            const std::size_t n = y * 64 + x;
            return static_cast<double>((c == 0 ? n % 16 : c == 1 ? n / 16 % 16 : n / 256) * 17);
        });
    check_equalize("", cube);
    const HostImage ties =
        reference::image_of({256, 64, 3, Pixel::u8}, [](std::size_t x, std::size_t y, int c) {
            return static_cast<double>(c == 0 ? x : c == 1 ? (x * 7 + y * 37) % 256 : (y * 11 + x * 3) % 256);
        });
    check_equalize("", ties);
    ImageFormat white{61, 33, 3, Pixel::u16};
    white.white = 1023;
    check_equalize("", reference::random_image(white));
}

TEST_CASE("equalize counts where the mask is, colours where all of theirs are") {
    const HostImage image = reference::random_image({61, 33, 3, Pixel::u8}, {.range = {{10, 90}}});
    const HostImage mask = reference::random_image({61, 33, 3, Pixel::u8}, {.range = {{0, 2}}});
    EqualizeOptions options;
    options.counted.mask = mask.view();
    check_equalize("from=input,mask", image, options, way(StorageChoice::buffer), "input; input id=mask; ");
}

TEST_CASE("equalize leaves an image of one value, and one in which nothing is counted") {
    for (const double value : {0.0, 77.0, 255.0})
        for (const int channels : {1, 4})
            check_equalize("", reference::constant_image({19, 5, channels, Pixel::u8}, value));
    const HostImage hidden = reference::random_image({19, 5, 4, Pixel::u8}, {.transparent = 1});
    check_equalize("alpha=visible", hidden, grouped(Grouping::luma, AlphaRule::visible));
}

TEST_CASE("equalize refuses what has no levels") {
    const auto refused = [](const std::string& chain, const ImageFormat& format) {
        return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
    };
    CHECK(refused("normalize equalize", {8, 8, 1, Pixel::f32})
              .find("equalize needs u8 or u16, not 8x8 f32 x1") != std::string::npos);
    CHECK(refused("normalize equalize bins=256", {8, 8, 1, Pixel::u16}).find("65536 of 8x8 u16 x1") !=
          std::string::npos);
    CHECK(refused("normalize equalize bins=256", {8, 8, 1, Pixel::u8}).empty());
}

TEST_CASE("equalize of u8 is bit for bit OpenCV's equalizeHist") {
#ifdef SLUICE_TEST_OPENCV
    for (const Size size : {Size{1, 1}, Size{37, 1}, Size{101, 67}, Size{640, 480}})
        for (const double most : {1.0, 3.0, 90.0, 255.0})
            for (const std::uint64_t seed : {1u, 2u, 3u}) {
                const HostImage image = reference::random_image({size.width, size.height, 1, Pixel::u8},
                                                                {.seed = seed, .range = {{0, most}}});
                const cv::Mat src(static_cast<int>(size.height), static_cast<int>(size.width), CV_8U,
                                  const_cast<std::byte*>(image.row(0)), image.pitch());
                cv::Mat expected;
                cv::equalizeHist(src, expected);
                const Result result = run("normalize equalize", image.view());
                CAPTURE(image.format().text());
                CAPTURE(most);
                std::size_t different = 0;
                for (std::size_t y = 0; y < size.height; ++y)
                    for (std::size_t x = 0; x < size.width; ++x)
                        different += static_cast<double>(expected.at<std::uint8_t>(static_cast<int>(y),
                                                                                   static_cast<int>(x))) !=
                                     sample(result.image.view(), x, y, 0);
                CHECK(different == 0);
            }
#else
    report_skip("OpenCV was not found by the build");
#endif
}
