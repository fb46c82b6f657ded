#include "pipeline/plan/tuning/nearest.hpp"
#include "tests/error_of.hpp"
#include "tests/stages/neighbours.hpp"

#include <cmath>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

namespace {

HostImage constant(const ImageFormat& format, double v) {
    HostImage image(format);
    for (std::size_t y = 0; y < format.rows(); ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) set_sample(image.view(), x, y, c, v);
    return image;
}

std::string refused(const std::string& chain, const ImageFormat& format) {
    return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
}

}  // namespace

TEST_CASE("each pixel is the sum of what is not below it and not to its right") {
    const HostImage src = grid(3, {1, 2, 3, 10, 20, 30, 100, 200, 255});
    const Samples sums{1, 3, 6, 11, 33, 66, 111, 333, 621};
    CHECK(of("integral", src) == sums);
    CHECK(of("integral f32", src) == sums);
    CHECK(of("integral i32", src) == sums);
    CHECK(of("integral", reference::row_of(Pixel::i16, 1, {5, -7, -32768, 3})) ==
          Samples{5, -2, -32770, -32767});
    CHECK(of("integral", grid(1, {200, 100, 250})) == Samples{200, 300, 550});
    CHECK(of("integral", grid(1, {7})) == Samples{7});
    CHECK(of("integral", reference::row_of(Pixel::f32, 1, {0.5, 0.25, -1})) == Samples{0.5, 0.75, -0.25});
}

TEST_CASE("OpenCV's has a row and a column of zeros more, which pad gives it") {
    CHECK(of("integral | pad left=1 top=1", grid(2, {1, 2, 3, 4})) == Samples{0, 0, 0, 0, 1, 3, 0, 4, 10});
    const HostImage clear = reference::row_of(Pixel::u8, 2, {1, 255});
    CHECK(of("integral | pad left=1 top=1", clear) == Samples{0, 0, 0, 0, 0, 0, 1, 255});
}

TEST_CASE("channels are summed each by itself, and alpha is one of them") {
    const HostImage src = reference::row_of(Pixel::u8, 4, {1, 2, 3, 0, 10, 20, 30, 255, 4, 4, 4, 255});
    CHECK(of("integral", src) == Samples{1, 2, 3, 0, 11, 22, 33, 255, 15, 26, 37, 510});
    CHECK(of("premultiply | integral", src) == Samples{0, 0, 0, 0, 10, 20, 30, 255, 14, 24, 34, 510});
    ImageFormat two{3, 1, 2, Pixel::u8};
    two.grey_alpha = true;
    HostImage grey(two);
    for (std::size_t x = 0; x < 3; ++x) {
        set_sample(grey.view(), x, 0, 0, 100);
        set_sample(grey.view(), x, 0, 1, 200);
    }
    CHECK(of("integral", grey) == Samples{100, 200, 200, 400, 300, 600});
}

TEST_CASE("the sums of a constant image are its number as often as there are pixels") {
    for (const Size size : {Size{1, 1}, {1, 300}, {300, 1}, {17, 33}, {16, 16}, {257, 18}}) {
        const HostImage dst =
            test::run("integral", constant({size.width, size.height, 1, Pixel::u16}, 65535).view()).image;
        CHECK(dst.format().pixel == Pixel::f64);
        std::size_t wrong = 0;
        for (std::size_t y = 0; y < size.height; ++y)
            for (std::size_t x = 0; x < size.width; ++x)
                wrong += sample(dst.view(), x, y, 0) != 65535.0 * static_cast<double>((x + 1) * (y + 1));
        CHECK(wrong == 0);
    }
}

TEST_CASE("layers are summed each by itself") {
    ImageFormat format{2, 2, 1, Pixel::u8};
    format.layers = 2;
    CHECK(of("integral", constant(format, 3)) == Samples{3, 6, 6, 12, 3, 6, 6, 12});
}

TEST_CASE("f32 is what f64 would be, rounded once") {
    const HostImage src = reference::random_image({67, 41, 1, Pixel::u16}, {.seed = 3});
    const Samples exact = of("integral", src), rounded = of("integral f32", src);
    CHECK(exact.back() > 0x1p24);
    for (std::size_t i = 0; i < exact.size(); ++i) CHECK(rounded[i] == static_cast<float>(exact[i]));
}

TEST_CASE("no number leaves what is below it and to its right, and no other pixel") {
    const double nan = std::nan("");
    const Samples sums = of("integral", reference::row_of(Pixel::f32, 1, {1, nan, 2}));
    CHECK(sums[0] == 1);
    CHECK(std::isnan(sums[1]));
    CHECK(std::isnan(sums[2]));
}

TEST_CASE("sums equal the reference, in every way to run them and in strips of any height") {
    check_neighbours("integral", image({17, 33, 4, Pixel::u8}, {.transparent = 0.3}), {7, 2, 1},
                     all_kernels());
    check_neighbours("integral f32", image({37, 19, 1, Pixel::f32}, {.nan = true}));
    check_neighbours("integral", image({300, 3, 1, Pixel::i32}));
    check_neighbours("integral", image({70, 67, 1, Pixel::f32}), {9, 2, 1},
                     all_kernels());  // added in one order
    check_neighbours("invert | integral i32 | invert", image({1, 40, 3, Pixel::i16}));
}

TEST_CASE("sums are the same in bands of any height, and tiles of any width") {
    std::vector<Way> ways{way(StorageChoice::rows), way(StorageChoice::buffer, 0, 64)};
    // On CPUs alone. The first has room for a tile of floats.
    for (const double stripe : device().facts().cpu() ? Samples{1 << 17, 1 << 21} : Samples{}) {
        ways.push_back(way(StorageChoice::buffer));
        ways.back().name = std::to_string(stripe) + " bytes in a stripe";
        DeviceTuning tuning = nearest_tuning(device().facts());
        tuning.strategies["prefix sums"] = {{"bytes", 512}, {"stripe", stripe}, {"groups", 4}};
        ways.back().options.tuning = std::make_shared<const DeviceTuning>(tuning);
    }
    for (const int channels : all_channels())
        for (const Pixel pixel : {Pixel::u8, Pixel::f32})
            check_neighbours("integral", image({70, 19, channels, pixel}), {10}, ways);
    check_neighbours("invert | integral f32", image({70, 21, 3, Pixel::u16}), {}, ways);
    check_neighbours("integral", image({5, 150, 1, Pixel::f64}), {40}, ways);
    check_neighbours("integral", image({150, 5, 1, Pixel::f64}), {2}, ways);
    ImageFormat layers{40, 11, 3, Pixel::f32};
    layers.layers = 3;
    check_neighbours("integral", image(layers), {}, ways);
    // Of two results in one pass, and reduced by tiles.
    check_neighbours("integral id=sums | output; invert from=sums | output id=other",
                     image({40, 30, 1, Pixel::f32}), {7}, ways);
    check_neighbours("integral | reduce tiles=3,2", image({40, 30, 1, Pixel::u8}), {}, ways);
}

TEST_CASE("the result is data, and means more than white") {
    const ImageFormat src{20, 10, 3, Pixel::u8};
    const HostImage dst = test::run("integral", constant(src, 1).view()).image;
    CHECK(dst.format().space == Space::data);
    CHECK(dst.format().white_value() == 255);
}

TEST_CASE("what i32 may not hold is refused, with the way out") {
    CHECK(refused("integral i32", {3000, 3000, 1, Pixel::u8}) ==
          "chain:1:1: integral: sums of 3000x3000 u8 x1 may be 2.295e+09, but pixel=i32 ends at 2147483647; "
          "use pixel=f64");
    CHECK(refused("integral i32", {3000, 3000, 1, Pixel::u16}).find("may be 5.89815e+11, ") !=
          std::string::npos);
    CHECK(refused("integral i32", {40000, 500, 1, Pixel::i8}).find("may be 2.54e+09, ") != std::string::npos);
    CHECK(refused("integral i32", {256, 256, 1, Pixel::i16}) == "");
    CHECK(refused("integral i32", {65537, 1, 1, Pixel::i16}).find("may be -2147516416, ") !=
          std::string::npos);
    CHECK(refused("integral i32", {3, 3, 1, Pixel::f32}) ==
          "chain:1:1: integral: pixel=i32 is only for sums of integers, not of 3x3 f32 x1; use pixel=f64");
    CHECK(refused("integral i32", {2900, 2900, 1, Pixel::u8}) == "");
    CHECK(refused("integral i32", {1, 1, 1, Pixel::i32}) == "");
}
