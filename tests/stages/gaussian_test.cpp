#include "pipeline/device/inspect.hpp"
#include "tests/stages/neighbours.hpp"

#include <limits>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("gaussian equals the reference for every pixel type and channel count, in every way") {
    const std::vector<ImageFormat> formats{
        {101, 67, 1, Pixel::u8}, {37, 23, 4, Pixel::u8},  {17, 13, 3, Pixel::u16}, {33, 9, 4, Pixel::u16},
        {19, 11, 4, Pixel::f16}, {35, 12, 3, Pixel::f32}, {21, 10, 4, Pixel::f32}, {18, 11, 1, Pixel::i8},
        {18, 11, 3, Pixel::i16}, {19, 9, 4, Pixel::i32},  {17, 10, 4, Pixel::f64},
    };
    for (const ImageFormat& format : formats)
        check_neighbours("gaussian", image(format, {.transparent = 0.3}), {2});
}

TEST_CASE("gaussian blurs grey with alpha, two channels of data, layers and bgr") {
    ImageFormat grey{37, 23, 2, Pixel::u8};
    grey.grey_alpha = true;
    check_neighbours("gaussian sigma=1.5", image(grey, {.transparent = 0.5}), {1}, all_kernels());
    const ImageFormat data{37, 13, 2, Pixel::f32};
    Images images;
    images.emplace("input", HostImage(data));
    reference::Random random(5);
    for (std::size_t y = 0; y < data.height; ++y)
        for (std::size_t x = 0; x < data.width; ++x)
            for (int c = 0; c < 2; ++c) set_sample(images.at("input").view(), x, y, c, random.uniform());
    check_neighbours("gaussian sigma=1.5", images);
    check_neighbours("gaussian", image({23, 11, 4, Pixel::u8, Space::encoded, Order::bgr, 0, 3}));
}

TEST_CASE("what is outside follows the edge, also where the weights reach over the image several times") {
    for (const std::string edge : {"clamp", "mirror", "wrap", "constant color=200"})
        for (const Size size : {Size{1, 1}, {5, 23}})
            check_neighbours("gaussian sigma=2,3 edge=" + edge,
                             image({size.width, size.height, 4, Pixel::u8}, {.transparent = 0.3}), {7, 2, 1});
    check_neighbours("gaussian sigma=4 edge=mirror", image({3, 2, 1, Pixel::u16}), {1});
}

TEST_CASE("sigma 0 leaves an axis as it is, and the image where both are") {
    const Images images = image({37, 23, 4, Pixel::u8});
    for (const std::string sigma : {"0,2", "2,0"}) check_neighbours("gaussian sigma=" + sigma, images, {1});
    const Images grey = image({37, 23, 1, Pixel::u16});
    CHECK(bit_difference(found("gaussian sigma=0", grey, {}).images.at("output"), grey.at("input")) == "");
    check_neighbours("gaussian sigma=3 truncate=1", grey, {7});
}

TEST_CASE("hidden colours, even NaN, leave no trace; alpha=straight blurs them as they are") {
    const ImageFormat format{37, 23, 4, Pixel::f32};
    HostImage black = reference::random_image(format, {.transparent = 0.4}), hidden = black;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < 3; ++c)
                if (sample(black.view(), x, y, 3) == 0) {
                    set_sample(black.view(), x, y, c, 0);
                    set_sample(hidden.view(), x, y, c,
                               c == 0 ? std::numeric_limits<double>::quiet_NaN() : 1e30);
                }
    Images a, b;
    a.emplace("input", black);
    b.emplace("input", hidden);
    CHECK(bit_difference(found("gaussian", a, {}).images.at("output"),
                         found("gaussian", b, {}).images.at("output")) == "");
    check_neighbours("gaussian", b, {1});
    check_neighbours("gaussian alpha=straight", image({37, 23, 4, Pixel::u8}, {.transparent = 0.3}));
}

TEST_CASE("one NaN spreads as far as the weights do") {
    Images images;
    images.emplace("input", reference::one_hot_image({21, 19, 1, Pixel::f32}, 10, 9, 0,
                                                     std::numeric_limits<double>::quiet_NaN()));
    check_neighbours("gaussian truncate=3", images, {1});
}

TEST_CASE("gathers follow gathers and statistics, and are measured") {
    const Images images = image({61, 37, 4, Pixel::u8}, {.transparent = 0.2});
    for (const std::string& chain : std::vector<std::string>{
             "normalize | gaussian sigma=0.5 | gaussian id=b | normalize id=n",
             "gamma exponent=0.7 | gaussian | invert | reduce quantities=count,min,max,sum,histogram,min_at",
             "convert pixel=f64 | gaussian sigma=0.5 | convert pixel=u8",
             "input | gaussian | output id=a; gaussian id=b from=gaussian sigma=0.5 | output id=c; reduce "
             "from=gaussian",
         })
        check_neighbours(chain, images, {7, 2, 1});
}

TEST_CASE("alpha divides alike where a device's own division is exact and where it is not") {
    DeviceFacts facts = device().facts();
    facts.exact_division = false;
    const Device other = with_facts(device(), facts);
    const HostImage src =
        reference::random_image({61, 37, 4, Pixel::f32}, {.range = {{-3.0, 5.0}}, .transparent = 0.3});
    CHECK(bit_difference(run("gaussian", src.view()).image,
                         run("gaussian", src.view(), {}, nullptr, other).image) == "");
}

TEST_CASE("a Point that reads a Table is evaluated in front of a Gather and stored by the same pass") {
    check_neighbours("normalize id=n | output id=o; gaussian from=n", image({37, 23, 1, Pixel::f32}), {2});
}
