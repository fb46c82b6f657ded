#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/neighbours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::vector<std::string>& resize_filters() {
    static const std::vector<std::string> filters{"auto", "nearest",  "linear", "cubic",
                                                  "area", "lanczos3", "box"};
    return filters;
}

std::string text(const Size& size) {
    return "width=" + std::to_string(size.width) + " height=" + std::to_string(size.height);
}

ImageFormat format_of(const std::string& chain, const ImageFormat& src) {
    const ExecutionPlan plan = *Plan(Graph::from_chain(chain), src, device()).execution;
    for (const Primitive& node : plan.graph.nodes)
        if (node.is(Kind::sink))
            return node.format ? *node.format : plan.graph.nodes[*node.inputs[0]].format.value();
    return {};
}

}  // namespace

TEST_CASE("resize equals the reference with every filter, larger and smaller, in strips of any height") {
    for (const std::string& filter : resize_filters()) {
        const bool all = filter == "lanczos3";
        check_neighbours("resize filter=" + filter + " width=40 height=43",
                         image({57, 29, 4, Pixel::u8}, {.transparent = 0.3}), {7, 2, 1},
                         all ? all_kernels() : std::vector<Way>());
    }
    check_neighbours("resize width=30 height=7", image({41, 29, 1, Pixel::u8}), {7, 2, 1});
}

TEST_CASE("without a filter, a side that shrinks is weighed by lanczos3, and one that grows by cubic") {
    const HostImage src = reference::random_image({30, 20, 3, Pixel::u8});
    const auto resized = [&](const std::string& params) {
        return reference::samples_of(run("resize " + params, src.view()).image.view());
    };
    CHECK(resized("width=12 height=9") == resized("width=12 height=9 filter=lanczos3"));
    CHECK(resized("width=47 height=33") == resized("width=47 height=33 filter=cubic"));
    CHECK(reference::samples_of(run("thumbnail 9", src.view()).image.view()) ==
          resized("width=9 filter=lanczos3"));
    CHECK(reference::samples_of(run("letterbox width=60 height=40", src.view()).image.view()) ==
          resized("scale=2 filter=cubic"));
}

TEST_CASE("resize equals the reference for every pixel type") {
    const std::vector<ImageFormat> formats{
        {37, 23, 3, Pixel::u8},  {17, 13, 1, Pixel::u16}, {19, 11, 4, Pixel::f16}, {35, 12, 3, Pixel::f32},
        {18, 11, 1, Pixel::i16}, {19, 9, 4, Pixel::i32},  {17, 10, 1, Pixel::f64},
    };
    std::size_t turn = 0;
    for (const ImageFormat& format : formats)
        check_neighbours(
            "resize width=25 height=15 filter=" + resize_filters()[turn++ % resize_filters().size()],
            image(format, {.transparent = format.has_alpha() ? 0.3 : 0}));
}

TEST_CASE("resize goes from and to single pixels, rows and columns") {
    const std::vector<std::pair<Size, Size>> pairs{{{1, 1}, {5, 7}},   {{37, 1}, {7, 3}},
                                                   {{1, 19}, {2, 40}}, {{64, 9}, {16, 3}},
                                                   {{5, 67}, {1, 90}}, {{101, 67}, {1, 1}}};
    for (std::size_t i = 0; i < pairs.size(); ++i)
        check_neighbours("resize filter=" + resize_filters()[i] + " " + text(pairs[i].second),
                         image({pairs[i].first.width, pairs[i].first.height, 3, Pixel::u8}), {1});
}

TEST_CASE("nearest takes the pixel at floor((2 x + 1) in / (2 out)), and keeps its values") {
    for (const auto& [in, out] : std::vector<std::pair<std::size_t, std::size_t>>{{7, 21},
                                                                                  {49, 7},
                                                                                  {1000, 333},
                                                                                  {333, 1000},
                                                                                  {103, 309},
                                                                                  {255, 85},
                                                                                  {9, 12},
                                                                                  {12, 9},
                                                                                  {3000, 1999}}) {
        const HostImage ramp = reference::image_of(
            {in, 1, 1, Pixel::u16}, [](std::size_t x, std::size_t, int) { return static_cast<double>(x); });
        const std::string chain = "resize filter=nearest height=1 width=" + std::to_string(out);
        const HostImage dst = run(chain, ramp.view()).image;
        for (std::size_t x = 0; x < out; ++x) {
            CAPTURE(x);
            CHECK(sample(dst.view(), x, 0, 0) == static_cast<double>((2 * x + 1) * in / (2 * out)));
        }
    }
    const HostImage hidden =
        reference::random_image({7, 5, 4, Pixel::f32}, {.nan = true, .denormal = true, .transparent = 0.5});
    Images images;
    images.emplace("input", hidden);
    const HostImage dst = found("resize filter=nearest scale=3", images, {}).images.at("output");
    const HostImage thrice = reference::image_of(
        {21, 15, 4, Pixel::f32},
        [&](std::size_t x, std::size_t y, int c) { return sample(hidden.view(), x / 3, y / 3, c); });
    const auto difference = reference::compare(dst.view(), thrice.view());
    CHECK_MESSAGE(difference.none(), difference.text);
}

TEST_CASE("a half by area is the mean of four pixels, rounded once") {
    const HostImage src = reference::random_image({34, 22, 1, Pixel::u8});
    const HostImage dst = run("resize filter=area scale=0.5", src.view()).image;
    REQUIRE(dst.format().width == 17);
    REQUIRE(dst.format().height == 11);
    for (std::size_t y = 0; y < 11; ++y)
        for (std::size_t x = 0; x < 17; ++x) {
            double sum = 0;
            for (const auto& [dx, dy] :
                 std::array<std::pair<std::size_t, std::size_t>, 4>{{{0, 0}, {1, 0}, {0, 1}, {1, 1}}})
                sum += sample(src.view(), 2 * x + dx, 2 * y + dy, 0);
            CHECK(sample(dst.view(), x, y, 0) == std::nearbyint(sum / 4));
        }
}

TEST_CASE(
    "outputs that share no pixel equal the reference, of whatever part of their rectangles they weigh") {
    const ImageFormat rgba{48, 56, 4, Pixel::u8};
    check_neighbours("resize width=24 height=28 filter=area", image(rgba, {.transparent = 0.3}), {7, 2, 1},
                     all_kernels());
    check_neighbours("resize width=12 height=14 filter=linear antialias=false", image(rgba), {7, 2, 1});
    check_neighbours("resize width=6 height=8 filter=area | normalize", image(rgba), {3});  // 8 x 7 pixels
    check_neighbours("gamma 0.7 | resize width=24 height=14 filter=area alpha=straight", image(rgba), {3});
    // Units that hang over the right edge, of the result and of the image.
    check_neighbours("resize width=37 height=5 filter=area", image({111, 15, 3, Pixel::f32}), {1});
    check_neighbours("resize width=17 height=5 filter=area", image({68, 15, 1, Pixel::u16}), {1});
    check_neighbours("resize width=5 height=5 filter=area", image({15, 35, 1, Pixel::u8}), {1});
    check_neighbours("resize width=3 height=5 filter=area", image({9, 25, 1, Pixel::f64}), {1});
}

TEST_CASE("every fit gives the size that it promises, with and without a side that follows") {
    struct Case {
        std::string chain;
        Size src, dst;
    };
    const std::vector<Case> cases{
        {"resize width=50 height=50", {100, 60}, {50, 50}},
        {"resize width=50", {100, 60}, {50, 30}},
        {"resize height=50", {100, 60}, {83, 50}},
        {"resize width=5", {6, 3}, {5, 3}},  // 2.5 rounds up
        {"resize width=7", {14, 5}, {7, 3}},
        {"resize width=1", {1000, 3}, {1, 1}},
        {"resize scale=0.5", {5, 3}, {3, 2}},
        {"resize scale=0.001", {5, 3}, {1, 1}},
        {"resize width=50 height=50 fit=inside", {100, 60}, {50, 30}},
        {"resize width=50 height=50 fit=outside", {100, 60}, {83, 50}},
        {"resize width=50 height=50 fit=cover", {100, 60}, {50, 50}},
        {"resize width=50 height=50 fit=pad", {100, 60}, {50, 50}},
        {"resize width=200 height=200 fit=inside when=shrink", {100, 60}, {100, 60}},
        {"resize width=200 height=200 fit=pad when=shrink", {100, 60}, {200, 200}},
        {"resize width=50 height=50 fit=inside when=enlarge", {100, 60}, {100, 60}},
        {"resize width=50 height=50 fit=pad when=enlarge", {100, 60}, {100, 60}},
        {"resize width=200 height=50 when=shrink", {100, 60}, {100, 60}},
        {"resize width=200 height=50 when=enlarge", {100, 60}, {100, 60}},
        {"resize width=100 height=50 when=shrink", {100, 60}, {100, 50}},
    };
    for (const Case& c : cases) {
        CAPTURE(c.chain);
        const ImageFormat dst = format_of(c.chain, {c.src.width, c.src.height, 3, Pixel::u8});
        CHECK(dst.width == c.dst.width);
        CHECK(dst.height == c.dst.height);
    }
}

TEST_CASE("fits, when, antialias, alpha and space equal the reference") {
    const Images images = image({53, 31, 4, Pixel::u8}, {.transparent = 0.3});
    for (const std::string& params : std::vector<std::string>{
             "width=21 height=20 fit=cover filter=area",
             "width=70 height=20 fit=cover filter=nearest",
             "width=20 height=70 fit=cover filter=box",
             "width=80 height=60 fit=pad when=shrink",
             "width=20 antialias=false",
             "width=20 filter=box antialias=false",
             "scale=0.37 filter=lanczos3 alpha=straight",
             "scale=0.6 space=linear",
             "scale=1.7 space=linear filter=cubic alpha=straight",
         })
        check_neighbours("resize " + params, images);
    ImageFormat odd{53, 31, 3, Pixel::u16};
    odd.white = 1023;
    check_neighbours("resize scale=0.6 space=linear", image(odd));
    check_neighbours("resize scale=0.6", image({53, 31, 3, Pixel::u8, Space::encoded, Order::bgr, 0, 3}),
                     {1});
}

TEST_CASE("what is flat stays as bright as it is in light too, of whatever type") {
    for (const Pixel pixel : {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32}) {
        CAPTURE(name(pixel));
        for (const double share : {0.1, 0.8}) {
            const double v = std::round(share * highest(pixel));
            const HostImage flat = reference::constant_image({4, 4, 1, pixel}, v);
            const HostImage dst = run("resize width=2 height=3 space=linear", flat.view()).image;
            const double off = std::max(1.0, 1e-5 * v);  // of powers, whose last digits differ
            for (const double found : reference::samples_of(dst.view())) CHECK(std::fabs(found - v) <= off);
        }
    }
}

TEST_CASE("resized images go on, side by side with others, in strips too") {
    const Images images = image({61, 41, 4, Pixel::u8}, {.transparent = 0.2});
    for (const std::string& chain : std::vector<std::string>{
             "normalize | resize width=40 | gaussian sigma=0.5 | normalize id=n",
             "input | resize width=20 | output id=small; resize id=r from=input width=90 | output id=large; "
             "invert from=input | output id=same",
             "input | resize width=40 | reduce quantities=count,min,max,sum,histogram,max_at; gaussian "
             "from=input sigma=0.5 | output",
             "invert | resize width=33 filter=lanczos3 | resize id=r width=50 height=60 fit=pad",
         })
        check_neighbours(chain, images, {7, 2, 1});
}

TEST_CASE("what would be too large is refused, with its size") {
    const ImageFormat format{1000, 10, 3, Pixel::u8};
    const auto refused = [&](const std::string& chain) {
        return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
    };
    CHECK(refused("resize scale=100000").find("would make 100000000 x 1000000 pixels") != std::string::npos);
    CHECK(refused("resize height=1048576").find("a side has 1048576 at most") != std::string::npos);
    CHECK(refused("resize").find("needs a width, a height or a scale") != std::string::npos);
    CHECK(refused("resize width=5 fit=cover").find("needs a width and a height") != std::string::npos);
    CHECK(refused("resize width=5 scale=2").find("give one or the other") != std::string::npos);
}
