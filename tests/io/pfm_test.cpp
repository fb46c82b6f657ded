#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace sluice;
using known::difference;
using known::load;

namespace {

HostImage linear_floats(const std::vector<known::Value>& values) {
    ImageFormat format;
    format.space = Space::linear;
    return known::image(values, Pixel::f32, format);
}

}  // namespace

TEST_CASE("a PFM is f32, of either byte order, its lowest row first; colours are linear, grey is numbers") {
    const HostImage rgb = linear_floats(known::scaled(known::rgb(), 1 / 256.0, -0.25));
    CHECK(difference(load("rgb-little.pfm"), rgb) == "");
    CHECK(difference(load("rgb-big.pfm"), rgb) == "");
    ImageFormat grey;
    grey.space = Space::data;
    CHECK(difference(load("y-little.pfm"),
                     known::image(known::scaled({known::grey}, 1 / 256.0), Pixel::f32, grey)) == "");
}

TEST_CASE("a PFM that is written reads back bit for bit, infinities too") {
    HostImage src = linear_floats(known::scaled(known::rgb(), 1 / 3.0));
    src.as<float>(1)[2] = std::numeric_limits<float>::max();
    CHECK(difference(read(encode("pfm", src.view()), "test"), src) == "");
    src.as<float>(1)[2] = -std::numeric_limits<float>::infinity();
    CHECK(read(encode("pfm", src.view()), "test").as<float>(1)[2] == src.as<float>(1)[2]);
}

TEST_CASE("a PFM with a scale of zero or words is refused") {
    for (const std::string scale : {"0", "little", "nan"}) {
        const std::string bytes = "Pf\n1 1\n" + scale + "\nabcd";
        CHECK(known::error_of([&] { read(as_bytes(bytes), "x"); }) ==
              "x: its header is broken: its scale is '" + scale + "'");
    }
}
