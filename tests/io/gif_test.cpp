#include "tests/io/known_image.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using known::difference;
using known::load;

TEST_CASE("an opaque GIF is RGB, its rows interlaced or not") {
    CHECK(difference(load("opaque.gif"), known::image(known::rgb())) == "");
    CHECK(difference(load("interlaced.gif"), known::image(known::rgb())) == "");
}

TEST_CASE("transparent pixels of a GIF, and those outside of its picture, are transparent black") {
    const auto only = [](bool (*inside)(std::size_t, std::size_t)) {
        std::vector<known::Value> values;
        for (const known::Value& value : {known::Value(known::red), known::Value(known::green),
                                          known::Value(known::blue), known::constant(255)})
            values.push_back([=](std::size_t x, std::size_t y) { return inside(x, y) ? value(x, y) : 0.0; });
        return known::image(values);
    };
    // Both have a background colour that is not entry 0, which does not show.
    CHECK(difference(load("transparent.gif"),
                     only([](std::size_t x, std::size_t y) { return x != 2 || y != 1; })) == "");
    CHECK(difference(load("part.gif"),
                     only([](std::size_t x, std::size_t y) { return x >= 2 && x < 4 && y >= 1; })) == "");
}

TEST_CASE("an animated GIF gives its first picture and says so") {
    std::vector<std::string> warnings;
    CHECK(difference(load("animated.gif", &warnings), known::image(known::rgb())) == "");
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "only its first picture"));
}

TEST_CASE("a GIF whose data ends early is an error wherever it is cut") {
    const std::string whole = bytes_of(known::path("opaque.gif"));
    for (std::size_t size = 6; size + 3 < whole.size(); ++size) {
        CAPTURE(size);
        CHECK(known::error_of([&] { read(as_bytes(whole.substr(0, size)), "cut.gif"); }) != "");
    }
}
