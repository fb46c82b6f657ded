// Floats of files are linear numbers, whatever the format: going from one to another changes none of them.
#include "tests/io/known_image.hpp"

#include "io/icc.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

using namespace sluice;

namespace {

// Numbers that all of them hold: mantissas of 8 bits with one exponent for the channels of a pixel.
HostImage numbers() {
    ImageFormat format{9, 5, 3, Pixel::f32, Space::linear};
    HostImage image(format);
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x) {
            const float unit = std::ldexp(1.0f, static_cast<int>(x) * 7 - 30);
            image.as<float>(y)[3 * x] = 200 * unit;
            image.as<float>(y)[3 * x + 1] = static_cast<float>(y * 13) * unit;
            image.as<float>(y)[3 * x + 2] = 0;
        }
    return image;
}

std::vector<std::string> float_formats() {
    std::vector<std::string> all = {"pfm", "hdr", "npy"};
    if (can_write("tif")) all.emplace_back("tif");
    return all;
}

// As a pipeline of load and save: what is written is what the planner is asked for, which must be no change.
std::vector<std::uint8_t> saved(const std::string& extension, const HostImage& image) {
    CHECK(writable(extension, image.format()) == image.format());
    return encode(extension, image.view(), image.metadata);
}

bool same_bits(const HostImage& a, const HostImage& b) {
    return a.format() == b.format() && std::memcmp(a.row(0), b.row(0), a.format().host_bytes()) == 0;
}

// A profile of one curve: an exponent in 1/256.
std::vector<std::uint8_t> profile(int exponent) {
    std::string bytes(128, '\0');
    bytes.replace(16, 8, "RGB XYZ ");
    bytes.replace(36, 4, "acsp");
    bytes += std::string("\0\0\0\1rTRC\0\0\0\x90\0\0\0\x0E", 16);
    bytes += std::string("curv\0\0\0\0\0\0\0\1", 12) + static_cast<char>(exponent >> 8) +
             static_cast<char>(exponent);
    bytes[3] = static_cast<char>(bytes.size());
    return {bytes.begin(), bytes.end()};
}

}  // namespace

TEST_CASE("going through any two float formats changes no number") {
    const HostImage src = numbers();
    for (const std::string& first : float_formats()) {
        const HostImage one = read(saved(first, src), "one");
        CHECK(same_bits(one, src));
        for (const std::string& second : float_formats()) {
            CAPTURE(first);
            CAPTURE(second);
            CHECK(same_bits(read(saved(second, one), "two"), src));
        }
    }
}

TEST_CASE(
    "negative, infinite and undefined numbers, half and double floats, and numbers beyond 1 go through "
    "TIFF") {
    if (!can_write("tif")) return;
    HostImage src = numbers();
    src.as<float>(0)[0] = -1.5f;
    src.as<float>(1)[0] = std::numeric_limits<float>::infinity();
    src.as<float>(2)[0] = std::numeric_limits<float>::quiet_NaN();
    CHECK(same_bits(read(saved("tif", read(saved("pfm", src), "one")), "two"), src));
    for (const Pixel pixel : {Pixel::f16, Pixel::f64}) {
        const ImageFormat format{4, 3, 1, pixel, Space::linear};
        HostImage image = known::image({known::grey}, pixel, {4, 3});
        HostImage linear(format);
        std::memcpy(linear.row(0), image.row(0), format.host_bytes());
        CHECK(same_bits(read(saved("tif", linear), "one"), linear));
    }
    ImageFormat wide = src.format();
    wide.white = 255;
    CHECK(writable("tif", wide) == wide);
    CHECK(writable("pfm", wide) == wide);
}

TEST_CASE("floats of a TIFF are encoded where its profile says so, and a profile is for one of both") {
    if (!can_write("tif")) return;
    CHECK(icc_is_linear(profile(256)));
    CHECK_FALSE(icc_is_linear(profile(563)));
    CHECK_FALSE(icc_is_linear({}));
    for (const int exponent : {256, 563}) {
        HostImage src = numbers();
        src.metadata.icc = profile(exponent);
        src.metadata.icc_space = src.format().space;
        const HostImage again = read(encode("tif", src.view(), src.metadata), "test");
        CHECK(again.format().space == (exponent == 256 ? Space::linear : Space::encoded));
        CHECK(again.metadata.icc == src.metadata.icc);
    }
    // Values that were made linear, or encoded, on the way have lost what their profile was for.
    HostImage converted = numbers();
    converted.metadata.icc = profile(563);
    std::vector<std::string> said;
    encode("tif", converted.view(), converted.metadata, {},
           [&](const std::string& message) { said.push_back(message); });
    CHECK(said == std::vector<std::string>{
                      "its colour profile is left out: it is for encoded values and these are linear"});
}
