#include "tests/io/known_image.hpp"
#include "tests/io/png/parts.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

using namespace sluice;
using known::difference;
using known::error_of;
using known::load;
using known::with_chunk;

namespace {

HostImage read_bytes(const std::string& bytes, bool lenient = false,
                     std::vector<std::string>* warnings = nullptr) {
    ReadOptions options;
    options.lenient = lenient;
    return read(as_bytes(bytes), "test.png", options, [&](const std::string& message) {
        if (warnings != nullptr) warnings->push_back(message);
    });
}

std::string known_png(const std::string& name) { return bytes_of(known::path(name)); }

// Where the data of the first chunk of this kind begins.
std::size_t chunk(const std::string& bytes, const std::string& kind) { return bytes.find(kind) + 4; }

}  // namespace

TEST_CASE("every colour type and depth of PNG has its pixels, and 16 bit stay 16 bit") {
    CHECK(difference(load("y8.png"), known::image({known::grey})) == "");
    CHECK(difference(load("ya8.png"), known::image({known::grey, known::alpha})) == "");
    CHECK(difference(load("rgb8.png"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgba8.png"), known::image(known::rgba())) == "");
    CHECK(difference(load("y16.png"), known::image({known::deep(known::grey)}, Pixel::u16)) == "");
    CHECK(difference(load("ya16.png"), known::image(known::deep({known::grey, known::alpha}), Pixel::u16)) ==
          "");
    CHECK(difference(load("rgb16.png"), known::image(known::deep(known::rgb()), Pixel::u16)) == "");
    CHECK(difference(load("rgba16.png"), known::image(known::deep(known::rgba()), Pixel::u16)) == "");
}

TEST_CASE("grey of 1, 2 and 4 bit becomes 8 bit from black to white") {
    const auto levels = [](int count) {
        return [count](std::size_t x, std::size_t y) {
            return static_cast<double>((x + y) % static_cast<std::size_t>(count)) * 255 / (count - 1);
        };
    };
    CHECK(difference(load("y1.png"), known::image({levels(2)})) == "");
    CHECK(difference(load("y2.png"), known::image({levels(4)})) == "");
    CHECK(difference(load("y4.png"), known::image({known::grey})) == "");
}

TEST_CASE("a palette becomes RGB, and tRNS becomes alpha in every colour type") {
    CHECK(difference(load("palette4.png"), known::image(known::rgb())) == "");
    CHECK(difference(load("palette4-trns.png"), known::image(known::rgba())) == "");
    CHECK(difference(load("y8-trns.png"), known::image({known::grey, known::key(255)})) == "");
    CHECK(difference(load("rgb8-trns.png"),
                     known::image({known::red, known::green, known::blue, known::key(255)})) == "");
    CHECK(difference(load("y16-trns.png"),
                     known::image({known::deep(known::grey), known::key(65535)}, Pixel::u16)) == "");
    std::vector<known::Value> rgb16 = known::deep(known::rgb());
    rgb16.push_back(known::key(65535));
    CHECK(difference(load("rgb16-trns.png"), known::image(rgb16, Pixel::u16)) == "");
}

TEST_CASE("interlaced rows are put in their places and gamma chunks change nothing") {
    CHECK(difference(load("rgb8-interlaced.png"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgb8-gamma.png"), known::image(known::rgb())) == "");
}

TEST_CASE("an animated PNG gives its first picture and says so") {
    std::vector<std::string> warnings;
    CHECK(difference(load("rgb8-animated.png", &warnings), known::image(known::rgb())) == "");
    REQUIRE(warnings.size() == 1);
    CHECK(known::contains(warnings[0], "only its first image"));
}

TEST_CASE("faulty chunks beside the pixels are named when something is lost by them, and else passed over") {
    const std::pair<std::string, std::vector<std::string>> profile = {
        with_chunk(known_png("rgb8.png"), "iCCP", std::string("x\0\0nonsense", 11)),
        {"its colour profile is left out: it is broken"}};
    const std::pair<std::string, std::vector<std::string>> transparency = {
        with_chunk(known_png("rgb8.png"), "tRNS", "123"), {"its transparency is left out: it is broken"}};
    const std::pair<std::string, std::vector<std::string>> exif = {
        with_chunk(known_png("rgb8.png"), "eXIf", "XXXX"),
        {"its EXIF data is broken, so it may not be upright"}};
    const std::pair<std::string, std::vector<std::string>> palette = {
        with_chunk(known_png("rgb8.png"), "PLTE", "1234"), {}};
    const std::pair<std::string, std::vector<std::string>> space = {
        with_chunk(with_chunk(known_png("rgb8.png"), "sRGB", "\x09"), "gAMA", "1"), {}};
    for (const auto& [bytes, expected] : {profile, transparency, exif, palette, space}) {
        std::vector<std::string> warnings;
        CHECK(difference(read_bytes(bytes, false, &warnings), known::image(known::rgb())) == "");
        CHECK(warnings == expected);
    }
    // Alpha is in the pixels.
    std::vector<std::string> warnings;
    CHECK(difference(read_bytes(with_chunk(known_png("rgba8.png"), "tRNS", "123456"), false, &warnings),
                     known::image(known::rgba())) == "");
    CHECK(warnings.empty());
}

TEST_CASE("a wrong checksum in any chunk of a PNG is an error, also in one that is not used") {
    for (const std::string kind : {"IHDR", "IDAT", "gAMA"}) {
        std::string bytes = known_png("rgb8-gamma.png");
        bytes[chunk(bytes, kind) + 1] ^= 1;
        CAPTURE(kind);
        CHECK(known::contains(error_of([&] { read_bytes(bytes); }), "test.png: it is a broken PNG: " + kind));
    }
}

TEST_CASE("a truncated PNG is an error that names the file; lenient gives what was read and says so") {
    // Rows that do not compress, so that half of the file holds about half of them.
    ImageFormat format{16, 64, 3};
    HostImage noise(format);
    std::uint32_t state = 1;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t i = 0; i < noise.pitch(); ++i)
            noise.as<std::uint8_t>(y)[i] =
                static_cast<std::uint8_t>((state = state * 1664525 + 1013904223) >> 24);
    const std::vector<std::uint8_t> whole = encode("png", noise.view());
    const std::string half(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(whole.size() / 2));

    CHECK(error_of([&] { read_bytes(half); }) ==
          "test.png: its data ends early; load.lenient=true takes what can be read");
    std::vector<std::string> warnings;
    const HostImage part = read_bytes(half, true, &warnings);
    CHECK(warnings.size() == 1);
    ImageFormat quarter = format;
    quarter.height = 16;
    CHECK(difference({quarter, part.row(0), part.pitch()}, {quarter, noise.row(0), noise.pitch()}) == "");
    CHECK(sample(part.view(), 3, 63, 0) == 0);
    // A header alone is no picture.
    CHECK(error_of([&] { read_bytes(half.substr(0, 30), true); }) == "test.png: its data ends early");
}

TEST_CASE("every way to write PNG reads back the same") {
    const TemporaryFolder folder;
    for (const Pixel pixel : {Pixel::u8, Pixel::u16})
        for (const std::vector<known::Value>& values : {std::vector<known::Value>{known::grey},
                                                        {known::grey, known::alpha},
                                                        known::rgb(),
                                                        known::rgba()})
            for (const int level : {0, 1, 6}) {
                const HostImage src = known::image(pixel == Pixel::u16 ? known::deep(values) : values, pixel);
                const Values options{{"compression", level}};
                CHECK(difference(read(encode("png", src.view(), {}, options), "test"), src) == "");
            }
}
