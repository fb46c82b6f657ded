// What floats of files mean, and what is said where a format cannot say it. Going from one to another changes
// no number.
#include "tests/io/known_image.hpp"

#include "io/colours.hpp"
#include "io/icc.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <vector>

using namespace sluice;

namespace {

// Numbers that all of them hold: mantissas of 8 bits with one exponent for the channels of a pixel.
HostImage numbers(Space space = Space::linear) {
    ImageFormat format{9, 5, 3, Pixel::f32, space};
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

bool same_numbers(const HostImage& a, const HostImage& b) {
    return std::memcmp(a.row(0), b.row(0), b.format().host_bytes()) == 0;
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

// Whether sluice was built with what makes profiles.
bool makes_profiles() {
    try {
        return !standard_profile(StandardColours::srgb, false).icc.empty();
    } catch (const Error&) {
        return false;
    }
}

// Whether a file of colours says that they are light.
bool says_light(const std::string& format) {
    return format != "npy" && (format != "tif" || makes_profiles());
}

}  // namespace

TEST_CASE("going through any two float formats changes no number") {
    const HostImage src = numbers();
    for (const std::string& first : float_formats())
        for (const std::string& second : float_formats()) {
            CAPTURE(first);
            CAPTURE(second);
            const HostImage one = read(saved(first, src), "one");
            CHECK(same_numbers(one, src));
            const HostImage two = read(saved(second, one), "two");
            CHECK(same_numbers(two, src));
            if (says_light(first) && says_light(second)) CHECK(two.format().space == Space::linear);
        }
}

TEST_CASE(
    "floats are light where their format or a profile says so, else numbers; load space= decides otherwise") {
    const auto read_as = [](const std::string& extension, int channels, std::optional<Space> said = {}) {
        const ImageFormat format{4, 3, channels, Pixel::f32,
                                 extension == "hdr" ? Space::linear : Space::data};
        ReadOptions options;
        options.space = said;
        const auto file = encode(extension, HostImage(format).view());
        CHECK(probe(file, "x", options).space == read(file, "x", options).format().space);
        const TemporaryFolder folder;
        const std::string path = folder.put("a." + extension, std::string(file.begin(), file.end())).string();
        const auto opened = open_image(path, options);
        CHECK(opened->header().format.space == read(path, options).format().space);
        if (opened->row_memory().refusal.empty())
            CHECK(opened->rows({})->format().space == read(path, options).format().space);
        return read(file, "x", options).format().space;
    };
    CHECK(read_as("npy", 3) == Space::data);
    CHECK(read_as("pfm", 1) == Space::data);
    CHECK(read_as("pfm", 3) == Space::linear);
    CHECK(read_as("hdr", 3) == Space::linear);
    for (const Space space : {Space::encoded, Space::linear, Space::data})
        for (const std::string& extension : float_formats()) {
            CAPTURE(extension);
            CHECK(read_as(extension, 3, space) == space);
        }
    if (can_write("tif")) CHECK(read_as("tif", 3) == Space::data);
}

TEST_CASE("a TIFF keeps whether its floats are linear, encoded or numbers, grey and colours, of any depth") {
    if (!can_write("tif") || !makes_profiles()) return;
    for (const Pixel pixel : {Pixel::f16, Pixel::f32, Pixel::f64})
        for (const int channels : {1, 2, 3, 4})
            for (const Space space : {Space::encoded, Space::linear, Space::data}) {
                ImageFormat format{4, 3, channels, pixel, space};
                format.grey_alpha = channels == 2;
                CAPTURE(format.text());
                std::vector<std::string> said;
                const auto file = encode("tif", HostImage(format).view(), {}, {},
                                         [&](const std::string& text) { said.push_back(text); });
                CHECK(read(file, "x").format() == format);
                CHECK(said.empty());
            }
    // Its own profile is not missed where what it says is done, or is said by the format.
    const ImageFormat linear{4, 3, 3, Pixel::f32, Space::linear}, encoded{4, 3, 3, Pixel::u16};
    HostImage image(encoded);
    image.metadata = read(encode("tif", HostImage(linear).view()), "x").metadata;
    CHECK_FALSE(image.metadata.icc.empty());
    for (const std::string extension : {"png", "ppm", "tif"}) {
        const auto silent = [](const std::string& text) { FAIL_CHECK(text); };
        CHECK(read(encode(extension, image.view(), image.metadata, {}, silent), "x").metadata.icc.empty());
    }
    // What load space= said stays, whatever the profile of the file.
    for (const int exponent : {256, 563})
        for (const Space space : {Space::encoded, Space::linear, Space::data}) {
            HostImage src = numbers(exponent == 256 ? Space::linear : Space::encoded);
            src.metadata.icc = profile(exponent);
            src.metadata.icc_space = src.format().space;
            const auto first = encode("tif", src.view(), src.metadata);
            ReadOptions options;
            options.space = space;
            const HostImage as = read(first, "x", options);
            const HostImage again = read(encode("tif", as.view(), as.metadata), "x");
            CHECK((again.format().space == Space::linear) == (space == Space::linear));
        }
}

TEST_CASE("white, light and model that a file cannot say are warnings, for every format, depth and space") {
    constexpr std::array extensions{"png", "jpg", "bmp", "tga", "pgm", "ppm", "hdr", "pfm", "tif", "npy"};
    std::size_t lost = 0;
    for (const std::string extension : extensions)
        for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f16, Pixel::f32, Pixel::f64})
            for (const int channels : {1, 3})
                for (const Space space : {Space::encoded, Space::linear, Space::data})
                    for (const double white : {0.0, 200.0}) {
                        ImageFormat format{4, 3, channels, pixel, space};
                        format.white = white;
                        if (!can_write(extension)) continue;
                        try {
                            format = writable(extension, format);
                        } catch (const Error&) {
                            continue;  // refused: JPEG has no 16 bits
                        }
                        CAPTURE(extension);
                        CAPTURE(format.text());
                        std::vector<std::string> said;
                        const auto file = encode(extension, HostImage(format).view(), {}, {},
                                                 [&](const std::string& text) { said.push_back(text); });
                        const ImageFormat again = probe(file, "x");
                        std::size_t expected = again.white_value() == format.white_value() ? 0 : 1;
                        // Encoded values and numbers are the same code values.
                        const bool light = format.space == Space::linear;
                        expected += light == (again.space == Space::linear) ? 0 : 1;
                        CHECK(said.size() == expected);
                        lost += expected;
                    }
    CHECK(lost > 20);
    const auto said_of = [](const std::string& extension, const ImageFormat& format) {
        std::string said;
        encode(extension, HostImage(format).view(), {}, {},
               [&](const std::string& text) { said += text + "\n"; });
        return said;
    };
    ImageFormat ten_bits{4, 3, 1, Pixel::u16};
    ten_bits.white = 1023;
    CHECK(said_of("npy", ten_bits) ==
          "its white of 1023 is lost: NPY does not say it; `convert white=1023 scale=none` does\n");
    CHECK(said_of("pgm", ten_bits).empty());
    CHECK(said_of("npy", {4, 3, 3, Pixel::f32, Space::linear}) ==
          "that its numbers are linear light, and not plain numbers, is lost: NPY does not say it; `load "
          "space=linear` does\n");
    CHECK(said_of("hdr", {4, 3, 3, Pixel::f32, Space::data}) ==
          "that its numbers are plain numbers, and not linear light, is lost: HDR does not say it; `load "
          "space=data` does\n");
    ImageFormat lab{4, 3, 3, Pixel::f32};
    lab.model = Model::lab;
    CHECK(said_of("npy", lab) == "that its colours are lab is lost: NPY does not say it\n");
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
        HostImage src = numbers(exponent == 256 ? Space::linear : Space::encoded);
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
