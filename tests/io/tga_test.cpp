#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace sluice;
using known::difference;
using known::load;

TEST_CASE("every order of rows and columns, and colour maps of a TGA, have their pixels") {
    const HostImage rgb = known::image(known::rgb());
    for (const char* name : {"rgb24.tga", "rgb24-top-down.tga", "rgb24-right-to-left.tga",
                             "rgb24-unused-map.tga", "rgb24-runs.tga", "palette8.tga"}) {
        CAPTURE(name);
        CHECK(difference(load(name), rgb) == "");
    }
    CHECK(difference(load("y8.tga"), known::image({known::grey})) == "");
    CHECK(difference(load("y8-runs.tga"), known::image({known::grey})) == "");
}

TEST_CASE("a fourth byte of a TGA is alpha where the header counts it as such") {
    CHECK(difference(load("rgba32.tga"), known::image(known::rgba())) == "");
    CHECK(difference(load("rgb32-no-alpha.tga"), known::image(known::rgb())) == "");
    CHECK(difference(load("ya16.tga"), known::image({known::grey, known::alpha})) == "");
}

TEST_CASE("15 bit colours of a TGA are stretched to 8 bit a channel and rounded") {
    const auto five = [](const known::Value& value) {
        return [value](std::size_t x, std::size_t y) {
            return std::floor((static_cast<int>(value(x, y)) >> 3) * 255.0 / 31 + 0.5);
        };
    };
    CHECK(difference(load("rgb555.tga"),
                     known::image({five(known::red), five(known::green), five(known::blue)})) == "");
}

TEST_CASE("1 to 4 channels written as TGA read back the same") {
    for (const std::vector<known::Value>& values :
         {std::vector<known::Value>{known::grey}, {known::grey, known::alpha}, known::rgb(), known::rgba()}) {
        const HostImage src = known::image(values);
        CHECK(difference(read(encode("tga", src.view()), "test"), src) == "");
    }
}
