#include "tests/io/known_image.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;
using known::load;
using namespace std::string_literals;

namespace {

bool no_jp2() { return known::lacks("jp2", "OpenJPEG"); }

std::string jp2_bytes(const HostImage& image, const Values& values, const Metadata& metadata = {},
                      const std::string& extension = "jp2") {
    return known::encoded(extension, image, values, metadata);
}
const Values jp2_exact{{"lossless", true}};

std::string jp2_refusal(const std::string& bytes, const ReadOptions& options = {}) {
    return error_of([&] { read(as_bytes(bytes), "x", options); });
}

std::string jp2_number(std::size_t number, int bytes) {
    std::string text;
    for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(number >> 8 * i & 255);
    return text;
}
std::string jp2_box(const std::string& kind, const std::string& data) {
    return jp2_number(8 + data.size(), 4) + kind + data;
}
// With other words in a place of the header.
std::string jp2_changed(std::string bytes, const std::string& behind, std::size_t at, const std::string& by) {
    const std::size_t found = bytes.find(behind);
    REQUIRE(found != std::string::npos);
    return bytes.replace(found + behind.size() + at, by.size(), by);
}
// The size of the codestream, and so on: behind the mark of its sizes and their length and kind.
std::string jp2_sizes(const std::string& bytes, std::size_t at, const std::string& by) {
    return jp2_changed(bytes, "\xFF\x51"s, 4 + at, by);
}

double decibels(const HostImage& a, const HostImage& b) {
    double squares = 0, count = 0;
    for (std::size_t y = 0; y < a.format().height; ++y)
        for (std::size_t x = 0; x < a.format().width; ++x)
            for (int c = 0; c < a.format().channels; ++c, ++count) {
                const double off = sample(a.view(), x, y, c) - sample(b.view(), x, y, c);
                squares += off * off;
            }
    const double white = a.format().white_value();
    return 10 * std::log10(white * white * count / squares);
}

}  // namespace

TEST_CASE("a JPEG 2000 without loss has its pixels to the bit, in boxes, bare, and in tiles") {
    if (no_jp2()) return;
    CHECK(difference(load("rgb8.jp2"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgb8.j2k"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgba8.jp2"), known::image(known::rgba())) == "");
    CHECK(difference(load("ya8.jp2"), known::image({known::grey, known::alpha})) == "");
    CHECK(difference(load("y16.jp2"), known::image({known::deep(known::grey)}, Pixel::u16)) == "");
    const HostImage tiles = load("tiles.jp2");
    for (std::size_t y = 0; y < 48; ++y)
        for (std::size_t x = 0; x < 80; ++x)
            for (int c = 0; c < 3; ++c)
                CHECK(sample(tiles.view(), x, y, c) ==
                      known::rgb()[static_cast<std::size_t>(c)](x / 16, y / 16));
}

TEST_CASE("a JPEG 2000 with loss is near") {
    if (no_jp2()) return;
    const HostImage image = load("lossy.jp2");
    CHECK(image.format() == ImageFormat{80, 48, 3});
    for (std::size_t y = 8; y < 48; y += 16)
        for (std::size_t x = 8; x < 80; x += 16)
            for (int c = 0; c < 3; ++c)
                CHECK(std::abs(sample(image.view(), x, y, c) -
                               known::rgb()[static_cast<std::size_t>(c)](x / 16, y / 16)) <= 6);
}

TEST_CASE("a JPEG 2000 is written without loss to the bit, of all that it holds") {
    if (no_jp2()) return;
    for (const std::string extension : {"jp2", "j2k"})
        for (const Pixel pixel : {Pixel::u8, Pixel::u16})
            for (const int channels : {1, 2, 3, 4})
                for (const std::size_t width : {1, 2, 61}) {
                    CAPTURE(channels);
                    CAPTURE(width);
                    ImageFormat format{width, 47, channels, pixel};
                    format.grey_alpha = channels == 2;
                    const HostImage image = reference::random_image(format, {});
                    const std::string bytes = jp2_bytes(image, jp2_exact, {}, extension);
                    CHECK(difference(read(as_bytes(bytes), "x"), image) == "");
                }
    // Rows of any layout.
    const HostImage image = reference::random_image({53, 31, 3}, {});
    const auto opened = open_image(encode("jp2", image.view(), {}, jp2_exact), "x");
    const std::vector<std::uint8_t> file = encode("jp2", image.view(), {}, jp2_exact);
    const HostImage padded = open_image(file, "x")->read({Layout::device}, {});
    CHECK(difference(padded.view(), image.view()) == "");
    CHECK(encode("jp2", padded.view(), {}, jp2_exact) == file);
}

TEST_CASE("the quality of a JPEG 2000 is 20 dB and a quarter of its number") {
    if (no_jp2()) return;
    const known::Value wave = [](std::size_t x, std::size_t y) {
        return std::round(128 +
                          90 * std::sin(0.11 * static_cast<double>(x) + 0.002 * static_cast<double>(y * y)));
    };
    const HostImage image = known::image({wave, wave, known::constant(77)}, Pixel::u8, {200, 160});
    for (const int quality : {40, 80}) {
        CAPTURE(quality);
        const double is = decibels(read(as_bytes(jp2_bytes(image, {{"quality", quality}})), "x"), image);
        CHECK(is > 20 + 0.25 * quality - 1);
        CHECK(is < 20 + 0.25 * quality + 8);
    }
    CHECK(jp2_bytes(image, {{"quality", 80}}) == jp2_bytes(image, {}));
    CHECK(jp2_bytes(image, {{"quality", 30}}).size() < jp2_bytes(image, {}).size());
    CHECK(contains(error_of([&] { jp2_bytes(image, {{"quality", 0}}); }), "quality 0 is outside [1, 100]"));
}

TEST_CASE("luma with differences of colour becomes colours, and palettes are looked up") {
    if (no_jp2()) return;
    const HostImage ycc = known::image({known::constant(120), known::constant(90), known::constant(200)});
    const std::string bytes = jp2_changed(jp2_bytes(ycc, jp2_exact), "colr\1\0\0"s, 0, jp2_number(18, 4));
    const HostImage image = read(as_bytes(bytes), "x");
    CHECK(sample(image.view(), 1, 1, 0) == std::round(120 + 1.402 * 72));
    CHECK(sample(image.view(), 1, 1, 1) == std::round(120 + 0.344136 * 38 - 0.714136 * 72));
    CHECK(sample(image.view(), 1, 1, 2) == std::round(120 - 1.772 * 38));

    const HostImage indices =
        known::image({[](std::size_t x, std::size_t y) { return static_cast<double>(x + 5 * y); }});
    std::string grey = jp2_bytes(indices, jp2_exact), colours, map;
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x)
            for (const auto& value : known::rgb())
                colours += static_cast<char>(static_cast<int>(value(x, y)));
    for (int i = 0; i < 3; ++i) map += "\0\0\1"s + static_cast<char>(i);
    const std::string more =
        jp2_box("pclr", jp2_number(15, 2) + "\3\7\7\7"s + colours) + jp2_box("cmap", map);
    const std::size_t header = grey.find("jp2h") - 4, colr = grey.find("colr") - 4;
    grey.insert(colr + number_in(as_bytes(grey).subspan(colr, 4), true), more);
    const std::size_t size = number_in(as_bytes(grey).subspan(header, 4), true) + more.size();
    grey.replace(header, 4, jp2_number(size, 4));
    grey = jp2_changed(grey, "colr\1\0\0"s, 0, jp2_number(16, 4));
    CHECK(difference(read(as_bytes(grey), "x"), known::image(known::rgb())) == "");
}

TEST_CASE("headers of a JPEG 2000 that lie are refused before a pixel is decoded") {
    if (no_jp2()) return;
    const std::string bytes = jp2_bytes(known::image(known::rgb()), jp2_exact);
    const std::string huge = jp2_number(0x7FFFFFFF, 4) + jp2_number(0x7FFFFFFF, 4);
    CHECK(contains(jp2_refusal(jp2_sizes(jp2_sizes(bytes, 0, huge), 16, huge)),
                   "it is too large: 2147483647x2147483647 pixels"));
    CHECK(contains(jp2_refusal(jp2_sizes(bytes, 0, jp2_number(0, 4))), "its sizes make no sense"));
    CHECK(contains(jp2_refusal(jp2_sizes(bytes, 32, jp2_number(16384, 2))),
                   "it has 16384 components; sluice reads 1 to 4"));
    CHECK(contains(jp2_refusal(jp2_sizes(bytes, 34, "\x1F"s)), "it has 32 bits a channel"));
    // 65,025 tiles of a pixel would take 600 MiB.
    const std::string tiles = jp2_sizes(jp2_sizes(bytes, 0, jp2_number(255, 4) + jp2_number(255, 4)), 16,
                                        jp2_number(1, 4) + jp2_number(1, 4));
    CHECK(contains(jp2_refusal(tiles), "it has 65025 tiles, far too many for its size"));
    CHECK(contains(jp2_refusal(jp2_changed(bytes, "colr\1\0\0"s, 0, jp2_number(12, 4))), "CMYK"));
    CHECK(contains(jp2_refusal(bytes.substr(0, 40)), "its data ends early"));
    // A box without an end, and one that ends before it begins.
    CHECK(
        contains(jp2_refusal(jp2_changed(bytes, "ftyp"s, -8, jp2_number(3, 4))), "a box says that it has 3"));
}

TEST_CASE("a JPEG 2000 that ends early is an error, or what is there with lenient") {
    if (no_jp2()) return;
    const HostImage image = reference::random_image({200, 150, 3}, {});
    for (const std::string extension : {"jp2", "j2k"}) {
        CAPTURE(extension);
        const std::string bytes = jp2_bytes(image, jp2_exact, {}, extension);
        const std::string part = bytes.substr(0, bytes.size() * 3 / 4);
        CHECK(jp2_refusal(part) == "x: its data ends early; load.lenient=true takes what can be read");
        ReadOptions lenient;
        lenient.lenient = true;
        std::vector<std::string> said;
        const HostImage some =
            read(as_bytes(part), "x", lenient, [&](const std::string& text) { said.push_back(text); });
        CHECK(said == std::vector<std::string>{"its data ends early; the part that could be read is used"});
        CHECK(some.format() == image.format());
        CHECK(decibels(some, image) > 10);
    }
}

TEST_CASE("a JPEG 2000 that takes too long to decode is given up") {
    if (no_jp2()) return;
    const std::string bytes = jp2_bytes(reference::random_image({500, 500, 3}, {}), jp2_exact);
    ReadOptions options;
    options.max_seconds = 1e-6;
    CHECK(contains(jp2_refusal(bytes, options), "decoding it takes longer than"));
}

TEST_CASE("a JPEG 2000 carries EXIF, XMP and resolution; a bare codestream says what it loses") {
    if (no_jp2()) return;
    const HostImage image = known::image(known::rgba());
    Metadata metadata;
    metadata.xmp = {'<', 'x', '>'};
    metadata.resolution = {300, 150, Resolution::Unit::inch};
    const HostImage again = read(as_bytes(jp2_bytes(image, jp2_exact, metadata)), "x");
    CHECK(difference(again, image) == "");
    CHECK(again.metadata.xmp == metadata.xmp);
    CHECK(again.metadata.resolution == metadata.resolution);
    CHECK(!again.metadata.exif.empty());
    std::vector<std::string> said;
    encode("j2k", image.view(), metadata, {}, [&](const std::string& text) { said.push_back(text); });
    CHECK(said.size() == 1);
    CHECK(contains(said.at(0), "XMP data and resolution are lost"));
    CHECK(writable("jp2", ImageFormat{64, 48, 3, Pixel::f32}).pixel == Pixel::u16);
}
