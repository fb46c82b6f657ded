#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

#include <array>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

const std::vector<std::string>& filters() {
    static const std::vector<std::string> filters{"nearest", "linear", "cubic", "lanczos3", "box", "area"};
    return filters;
}

std::vector<Way> few_ways() {
    return {way(StorageChoice::image, 1, 64), way(StorageChoice::buffer, 4, 1, false)};
}

std::string text(const Size& size) {
    return "width=" + std::to_string(size.width) + " height=" + std::to_string(size.height);
}

ImageFormat format_of(const std::string& chain, const ImageFormat& src) {
    const ExecutionPlan plan = Plan(Graph::from_chain(chain), src, device()).execution;
    for (const Primitive& node : plan.graph.nodes)
        if (node.is(Kind::sink))
            return node.format ? *node.format : plan.graph.nodes[*node.inputs[0]].format.value();
    return {};
}

}  // namespace

TEST_CASE("resize equals the reference with every filter, larger and smaller") {
    for (const std::string& filter : filters())
        for (const Size to : {Size{41, 30}, {130, 19}})
            check_neighbours("resize filter=" + filter + " " + text(to),
                             image({101, 67, 4, Pixel::u8}, {.transparent = 0.3}), {2}, few_ways());
}

TEST_CASE("resize equals the reference for every pixel type and channel count") {
    const std::vector<ImageFormat> formats{
        {37, 23, 1, Pixel::u8},  {37, 23, 3, Pixel::u8},  {17, 13, 1, Pixel::u16}, {33, 9, 4, Pixel::u16},
        {19, 11, 4, Pixel::f16}, {35, 12, 3, Pixel::f32}, {21, 10, 4, Pixel::f32}, {18, 11, 1, Pixel::i8},
        {18, 11, 3, Pixel::i16}, {19, 9, 4, Pixel::i32},  {17, 10, 4, Pixel::f64}, {29, 14, 2, Pixel::u16},
    };
    std::size_t turn = 0;
    for (ImageFormat format : formats) {
        format.grey_alpha = format.channels == 2;
        const std::string& filter = filters()[turn++ % filters().size()];
        check_neighbours("resize width=25 height=15 filter=" + filter, image(format, {.transparent = 0.3}),
                         {2}, {way(StorageChoice::image, 1, 64)});
    }
}

TEST_CASE("resize goes from and to single pixels, rows and columns") {
    for (const std::string& filter : filters()) {
        const std::vector<std::pair<Size, Size>> pairs{{{1, 1}, {5, 7}},   {{37, 1}, {7, 3}},
                                                       {{1, 19}, {2, 40}}, {{101, 67}, {1, 1}},
                                                       {{5, 67}, {1, 90}}, {{64, 9}, {16, 3}}};
        for (std::size_t i = filter.size() % 2; i < pairs.size(); i += 2)
            check_neighbours("resize filter=" + filter + " " + text(pairs[i].second),
                             image({pairs[i].first.width, pairs[i].first.height, 3, Pixel::u8}), {1},
                             {way(StorageChoice::image, 1, 64)});
    }
}

TEST_CASE("nearest takes the pixel at floor((2 x + 1) in / (2 out)), and keeps its bits") {
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
    for (std::size_t y = 0; y < 15; ++y)
        for (std::size_t x = 0; x < 21; ++x)
            CHECK(std::memcmp(dst.row(y) + x * 16, hidden.row(y / 3) + x / 3 * 16, 16) == 0);
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
    for (const std::string params : {
             "width=20 height=20 fit=inside",
             "width=20 height=20 fit=outside filter=cubic",
             "width=21 height=20 fit=cover filter=area",
             "width=20 height=21 fit=cover filter=lanczos3",
             "width=70 height=20 fit=cover filter=nearest",
             "width=20 height=70 fit=cover filter=box",
             "width=30 height=31 fit=pad",
             "width=80 height=60 fit=pad when=shrink",
             "width=20 antialias=false",
             "width=20 filter=cubic antialias=false",
             "width=20 filter=box antialias=false",
             "scale=0.37 filter=lanczos3 alpha=straight",
             "scale=0.6 space=linear",
             "scale=1.7 space=linear filter=cubic alpha=straight",
             "scale=0.6 space=linear filter=nearest",
         })
        check_neighbours("resize " + params, images, {2}, {way(StorageChoice::image, 1, 64)});
    ImageFormat odd{53, 31, 3, Pixel::u16};
    odd.white = 1023;
    check_neighbours("resize scale=0.6 space=linear", image(odd), {2}, few_ways());
    check_neighbours("resize scale=0.6", image({53, 31, 3, Pixel::u8, Space::encoded, Order::bgr, 0, 3}), {1},
                     few_ways());
}

TEST_CASE("strips of any height give the bytes of one piece") {
    for (const std::string& filter : filters())
        check_neighbours("resize width=30 height=43 filter=" + filter,
                         image({41, 29, 4, Pixel::u8}, {.transparent = 0.3}), {7, 2, 1},
                         {way(StorageChoice::buffer, 4, 1, false)});
    check_neighbours("resize width=30 height=7", image({41, 29, 1, Pixel::u8}), {7, 2, 1}, few_ways());
}

TEST_CASE("resized images go on, side by side with others, in strips too") {
    const Images images = image({61, 41, 4, Pixel::u8}, {.transparent = 0.2});
    for (const std::string chain : {
             "normalize | resize width=40 | gaussian | normalize id=n",
             "resize width=40 filter=cubic | resize id=r scale=2",
             "resize width=20 | output id=small; resize id=r from=input width=90 | output id=large; invert "
             "from=input | output id=same",
             "resize width=40 | reduce quantities=count,min,max,sum,histogram,max_at; gaussian from=input | "
             "output",
             "invert | resize width=33 filter=lanczos3 | gamma exponent=0.8",
             "convert pixel=f64 | resize width=33 | convert pixel=u8",
             "resize width=30 fit=pad height=50 | gaussian sigma=2",
             "resize width=30 | convert pixel=u16 | output id=a; reduce from=input quantities=sum; output "
             "id=b "
             "from=resize",
         })
        check_neighbours(chain, images, {7, 2, 1}, few_ways());
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
