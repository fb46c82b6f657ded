#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace sluice;
using known::difference;
using known::load;

namespace {

// What is left of 8 bit by `bits`, stretched to 0..255 again.
known::Value cut(const known::Value& value, int bits) {
    return [value, bits](std::size_t x, std::size_t y) {
        const int kept = static_cast<int>(value(x, y)) >> (8 - bits);
        return std::floor(kept * 255.0 / ((1 << bits) - 1) + 0.5);
    };
}

}  // namespace

TEST_CASE("every depth, header and row order of BMP has its pixels") {
    const HostImage rgb = known::image(known::rgb());
    for (const char* name : {"rgb24.bmp", "rgb24-top-down.bmp", "rgb24-os2.bmp", "palette8-os2.bmp",
                             "palette8.bmp", "palette4.bmp", "rgb32.bmp", "rle8.bmp", "rle4.bmp"}) {
        CAPTURE(name);
        CHECK(difference(load(name), rgb) == "");
    }
    const auto checker = [](std::size_t x, std::size_t y) { return (x + y) % 2 == 1 ? 255.0 : 0.0; };
    CHECK(difference(load("palette1.bmp"), known::image({checker, checker, checker})) == "");
}

TEST_CASE("an 8 bit BMP whose palette is all greys is a grey image") {
    CHECK(difference(load("y8.bmp"), known::image({known::grey})) == "");
}

TEST_CASE("a BMP has alpha where its header has a mask for it, and not where pixels have a fourth byte") {
    for (const char* name : {"rgba32-v3.bmp", "rgba32-v4.bmp", "rgba32-v5.bmp"}) {
        CAPTURE(name);
        CHECK(difference(load(name), known::image(known::rgba())) == "");
    }
    CHECK(load("rgb32.bmp").format().channels == 3);
}

TEST_CASE("16 bit pixels of a BMP are stretched to 8 bit a channel and rounded") {
    CHECK(difference(load("rgb565.bmp"),
                     known::image({cut(known::red, 5), cut(known::green, 6), cut(known::blue, 5)})) == "");
    CHECK(difference(load("rgb555.bmp"),
                     known::image({cut(known::red, 5), cut(known::green, 5), cut(known::blue, 5)})) == "");
}

TEST_CASE("grey, RGB and RGBA written as BMP read back the same") {
    for (const std::vector<known::Value>& values :
         {std::vector<known::Value>{known::grey}, known::rgb(), known::rgba()}) {
        const HostImage src = known::image(values);
        CHECK(difference(read(encode("bmp", src.view()), "test"), src) == "");
    }
}
