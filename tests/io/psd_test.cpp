#include "tests/io/known_image.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using known::difference;
using known::load;

TEST_CASE("PSDs of 8 and 16 bit have their pixels, with run lengths and without") {
    CHECK(difference(load("rgb8.psd"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgb8-runs.psd"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgb16.psd"), known::image(known::deep(known::rgb()), Pixel::u16)) == "");
    CHECK(difference(load("rgb16-runs.psd"), known::image(known::deep(known::rgb()), Pixel::u16)) == "");
    CHECK(difference(load("y8.psd"), known::image({known::grey})) == "");
    CHECK(difference(load("palette8.psd"), known::image(known::rgb())) == "");
}

TEST_CASE(
    "a channel behind the colours of a PSD is alpha, and the white that layers were laid over is taken out") {
    CHECK(difference(load("rgba8.psd"), known::image(known::rgba())) == "");
    const HostImage right =
        known::image({known::constant(255), known::constant(51), known::constant(0), known::alpha});
    CHECK(difference(load("rgba8-matte.psd"), right, 3) ==
          "");  // the file rounded, alpha down to 55 magnifies it
}
