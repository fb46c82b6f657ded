// crop, pad, flip and letterbox: stages that move whole pixels.
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/neighbours.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

reference::Samples moved_row(const std::string& chain, const HostImage& src) {
    return reference::samples_of(test::run(chain, src.view()).image.view());
}

// What is said of the chain's only stage.
std::string refused(const std::string& chain, const ImageFormat& format) {
    const std::string where = "chain:1:1: ";
    const std::string error = error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
    return error.starts_with(where) ? error.substr(where.size()) : error;
}

Images rgba(const Size& size = {23, 11}) { return image({size.width, size.height, 4, Pixel::u8}, {}); }

}  // namespace

TEST_CASE("crop takes the pixels that are asked for") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {1, 2, 3, 4, 5, 6, 7});
    CHECK(moved_row("crop x=2 width=3", src) == reference::Samples{3, 4, 5});
    CHECK(moved_row("crop x=5", src) == reference::Samples{6, 7});
    CHECK(moved_row("crop 3,1", src) == reference::Samples{3, 4, 5});
    CHECK(moved_row("crop 2,1", src) == reference::Samples{3, 4});  // half a pixel to the left
    CHECK(moved_row("crop 3,1 gravity=east", src) == reference::Samples{5, 6, 7});
    CHECK(moved_row("crop 3,1 x=0", src) == reference::Samples{1, 2, 3});
    CHECK(moved_row("crop aspect=5:1", src) == reference::Samples{2, 3, 4, 5, 6});
    CHECK(moved_row("crop aspect=2.5 gravity=west", src) == reference::Samples{1, 2, 3});
    CHECK(moved_row("crop aspect=100", src) == reference::Samples{1, 2, 3, 4, 5, 6, 7});
}

TEST_CASE("crop equals the reference, whole and in strips") {
    for (const std::string params :
         {"7,5", "7,5 gravity=southeast", "1", "x=22 y=10", "x=3 y=4 width=9", "y=4 height=3", "aspect=16:9",
          "aspect=1 gravity=northeast", "aspect=1:3 x=20", "width=9 gravity=south"})
        check_neighbours("crop " + params, rgba(), {5, 1});
    check_neighbours("invert | crop 9,7 | gaussian | crop 5", rgba(), {2}, all_kernels());
}

TEST_CASE("what crop cannot give is refused, with what the image has") {
    const ImageFormat format{640, 480, 3, Pixel::u8};
    CHECK(refused("crop", format) ==
          "crop: needs a size, an aspect, or columns and rows (x, y, width, height)");
    CHECK(refused("crop 10 width=5", format) ==
          "crop: has more than one of size, aspect, and width with height; give one");
    CHECK(refused("crop 800,100", format) == "crop: takes 800 columns, but the image has 640");
    CHECK(refused("crop x=600 width=50", format) ==
          "crop: takes 50 columns from number 600 on, but the image has 640");
    CHECK(refused("crop y=480", format) == "crop: begins at row 480, but the image has 480");
    CHECK(refused("crop aspect=3-2", format) ==
          "crop: aspect=3-2 is not an aspect ratio, such as 3:2 or 1.5");
    CHECK(refused("crop aspect=0:2", format) ==
          "crop: aspect=0:2 is not an aspect ratio, such as 3:2 or 1.5");
    CHECK(refused("crop aspect=3: x=700", format) ==
          "crop: aspect=3: is not an aspect ratio, such as 3:2 or 1.5");
}

TEST_CASE("pad puts pixels around an image, by every edge rule") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {1, 2, 3});
    CHECK(moved_row("pad left=2 right=1", src) == reference::Samples{0, 0, 1, 2, 3, 0});
    CHECK(moved_row("pad 6,1", src) == reference::Samples{0, 1, 2, 3, 0, 0});
    CHECK(moved_row("pad 6,1 gravity=east", src) == reference::Samples{0, 0, 0, 1, 2, 3});
    CHECK(moved_row("pad left=2 right=1 edge=clamp", src) == reference::Samples{1, 1, 1, 2, 3, 3});
    CHECK(moved_row("pad left=2 right=1 edge=mirror", src) == reference::Samples{3, 2, 1, 2, 3, 2});
    CHECK(moved_row("pad left=2 right=1 edge=wrap", src) == reference::Samples{2, 3, 1, 2, 3, 1});
    CHECK(moved_row("pad left=1 color=9", src) == reference::Samples{9, 1, 2, 3});
    CHECK(moved_row("pad left=1 color=300", src) == reference::Samples{255, 1, 2, 3});
    CHECK(moved_row("pad", src) == reference::Samples{1, 2, 3});
}

TEST_CASE("a colour is opaque unless it has an alpha") {
    const HostImage src = reference::row_of(Pixel::u8, 4, {1, 2, 3, 4});
    CHECK(moved_row("pad left=1", src) == reference::Samples{0, 0, 0, 0, 1, 2, 3, 4});
    CHECK(moved_row("pad left=1 color=9", src) == reference::Samples{9, 9, 9, 255, 1, 2, 3, 4});
    CHECK(moved_row("pad left=1 color=9,8,7", src) == reference::Samples{9, 8, 7, 255, 1, 2, 3, 4});
    CHECK(moved_row("pad left=1 color=9,8,7,6", src) == reference::Samples{9, 8, 7, 6, 1, 2, 3, 4});
}

TEST_CASE("pad equals the reference, whole and in strips") {
    for (const std::string edge : {"constant", "clamp", "mirror", "wrap"})
        for (const std::string params : {"left=3 top=2 right=40 bottom=30", "size=31,11", "size=40"})
            check_neighbours("pad edge=" + edge + " " + params, rgba(), {5, 1},
                             edge == "mirror" ? all_kernels() : std::vector<Way>());
    check_neighbours("normalize | pad size=50 color=10,20,30 | normalize", image({9, 7, 3, Pixel::u16}, {}),
                     {2});
}

TEST_CASE("what pad cannot give is refused") {
    const ImageFormat format{640, 480, 3, Pixel::u8};
    CHECK(refused("pad size=100 left=3", format) ==
          "pad: has both a size and pixels for its sides; give one of them");
    CHECK(refused("pad 700,400", format) ==
          "pad: to 700x400 would cut 640x480 u8 x3; to cut pixels off, use crop");
    CHECK(refused("pad left=3 edge=wrap color=1", format) ==
          "pad: has a color, which needs edge=constant, but edge=wrap");
    CHECK(refused("pad left=3 color=1,2", format) ==
          "pad: color has 2 values, and 640x480 u8 x3 takes 1 or 3");
    CHECK(refused("pad left=3 color=1,2", {640, 480, 4, Pixel::u8}) ==
          "pad: color has 2 values, and 640x480 u8 x4 takes 1, 3 or 4");
    CHECK(refused("pad left=3 color=1,2", {640, 480, 1, Pixel::u8}) ==
          "pad: color has 2 values, and 640x480 u8 x1 takes 1");
    CHECK(refused("pad left=1048576", format) ==
          "pad: would make 1049216x480 pixels of 640x480 u8 x3; a side has 1048576 at most");
}

TEST_CASE("flip mirrors, and twice is the image") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {1, 2, 3});
    CHECK(moved_row("flip", src) == reference::Samples{3, 2, 1});
    CHECK(moved_row("flip y", src) == reference::Samples{1, 2, 3});
    CHECK(moved_row("flip both", src) == reference::Samples{3, 2, 1});
    for (const std::string axis : {"x", "y", "both"}) {
        check_neighbours("flip " + axis, rgba(), {5, 1});
        check_neighbours("flip " + axis, image({37, 21, 1, Pixel::f32}, {.nan = true, .inf = true}), {2});
        const Images one = rgba();
        CHECK(bit_difference(found("flip " + axis + " | flip " + axis, one, {}).images.at("output"),
                             one.at("input")) == "");
    }
}

TEST_CASE("letterbox fits an image into a size, with a colour beside it") {
    const HostImage src = reference::row_of(Pixel::u8, 1, {10, 30});
    CHECK(moved_row("letterbox width=1 height=3 color=7", src) == reference::Samples{7, 20, 7});
    for (const std::string params : {"40", "16 height=30 color=1,2,3 gravity=north", "23 height=11"})
        check_neighbours("letterbox " + params, rgba(), {2});
    check_neighbours("letterbox 40 height=40 color=114", image({31, 17, 3, Pixel::u8}, {}), {7});
}
