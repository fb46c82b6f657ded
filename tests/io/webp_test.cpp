#include "tests/io/known_image.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/exif/exif.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;
using known::load;
using namespace std::string_literals;

namespace {

bool no_webp() { return known::lacks("webp", "libwebp"); }

std::string webp_number(std::size_t number, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(number >> 8 * i & 255);
    return text;
}

// Chunks of a file, whole; without what stands in front of them.
std::vector<std::string> webp_chunks(const std::string& file) {
    std::vector<std::string> all;
    for (std::size_t at = 12; at + 8 <= file.size();) {
        const std::size_t size = number_in(as_bytes(file).subspan(at + 4, 4), false);
        all.push_back(file.substr(at, 8 + size + size % 2));
        at += all.back().size();
    }
    return all;
}

std::string webp_chunk(const std::string& kind, const std::string& data) {
    return kind + webp_number(data.size(), 4) + data + std::string(data.size() % 2, '\0');
}
std::string webp_file(const std::vector<std::string>& chunks) {
    std::string body = "WEBP";
    for (const std::string& each : chunks) body += each;
    return "RIFF" + webp_number(body.size(), 4) + body;
}
std::string webp_canvas(std::size_t width, std::size_t height, int flags = 0x12) {
    return webp_chunk("VP8X", webp_number(static_cast<std::size_t>(flags), 4) + webp_number(width - 1, 3) +
                                  webp_number(height - 1, 3));
}

// What is in a file that sluice has written.
std::string webp_pixels(const HostImage& image) {
    const std::vector<std::uint8_t> file = encode("webp", image.view(), {}, {{"lossless", true}});
    return webp_chunks(std::string(file.begin(), file.end())).back();
}
std::string webp_frame(std::size_t left, std::size_t top, std::size_t width, std::size_t height,
                       const std::string& pixels, int flags = 0) {
    return webp_chunk("ANMF", webp_number(left / 2, 3) + webp_number(top / 2, 3) + webp_number(width - 1, 3) +
                                  webp_number(height - 1, 3) + webp_number(100, 3) +
                                  webp_number(static_cast<std::size_t>(flags), 1) + pixels);
}

HostImage webp_page(const std::string& bytes, int page, std::vector<std::string>* said = nullptr) {
    ReadOptions options;
    options.page = page;
    return read(as_bytes(bytes), "x", options, [&](const std::string& text) {
        if (said != nullptr) said->push_back(text);
    });
}

std::string webp_refusal(const std::string& bytes, const ReadOptions& options = {}) {
    return error_of([&] { read(as_bytes(bytes), "x", options); });
}

HostImage one_colour(std::size_t width, std::size_t height, std::vector<double> colour) {
    std::vector<known::Value> values;
    for (const double value : colour) values.push_back(known::constant(value));
    return known::image(values, Pixel::u8, {width, height});
}

// The animation of tests/data/io/make.py after each of its frames, worked out from the definition of WebP.
HostImage animation_at(int page) {
    HostImage image = known::image(known::rgba());
    const auto set = [&](std::size_t x, std::size_t y, std::vector<double> colour) {
        for (int c = 0; c < 4; ++c) set_sample(image.view(), x, y, c, colour[static_cast<std::size_t>(c)]);
    };
    const auto mixed = [](double below, double above) {
        return std::round((127 * below + 128 * above) / 255);
    };
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x) {
            const double r = known::red(x, y), g = known::green(x, y), b = known::blue(x, y);
            set(x, y, {r, g, b, 255});
            if (page >= 2 && x >= 2 && y < 2) set(x, y, {mixed(r, 200), mixed(g, 100), mixed(b, 50), 255});
            if (page == 3 && x < 2 && y == 2) set(x, y, {10, 20, 30, 0});
            if (page == 4 && x < 2 && y == 2) set(x, y, {0, 0, 0, 0});
        }
    if (page == 4) set(4, 0, {1, 2, 3, 255});
    return image;
}

}  // namespace

TEST_CASE("a WebP without loss has its pixels to the bit") {
    if (no_webp()) return;
    CHECK(difference(load("rgb8.webp"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgba8.webp"), known::image(known::rgba())) == "");
}

TEST_CASE("a WebP with loss is near, and its alpha is exact") {
    if (no_webp()) return;
    const HostImage image = load("lossy.webp"), clear = load("lossy-alpha.webp");
    CHECK(image.format() == ImageFormat{80, 48, 3});
    CHECK(clear.format() == ImageFormat{80, 48, 4});
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x) {
            for (int c = 0; c < 3; ++c) {
                const double right = known::rgb()[static_cast<std::size_t>(c)](x, y);
                CHECK(std::abs(sample(image.view(), 16 * x + 8, 16 * y + 8, c) - right) <= 6);
                CHECK(std::abs(sample(clear.view(), 16 * x + 8, 16 * y + 8, c) - right) <= 6);
            }
            CHECK(sample(clear.view(), 16 * x, 16 * y + 15, 3) == known::alpha(x, y));
        }
}

TEST_CASE("a WebP is turned as its EXIF data say, which are upright then, as its XMP data are") {
    if (no_webp()) return;
    const HostImage image = load("turned.webp");
    CHECK(image.format() == ImageFormat{3, 5, 3});
    CHECK(sample(image.view(), 2, 0, 0) == known::red(0, 0));
    CHECK(sample(image.view(), 2, 4, 0) == known::red(4, 0));
    CHECK(sample(image.view(), 0, 0, 1) == known::green(0, 2));
    CHECK(image.metadata.altered);
    CHECK(image.metadata.exif == upright_exif(image.metadata.exif));
    CHECK(std::string(image.metadata.xmp.begin(), image.metadata.xmp.end()) == "<x tiff:Orientation='1'/>");
}

TEST_CASE("pages of an animated WebP are what it shows after each frame, and all are layers") {
    if (no_webp()) return;
    const std::string bytes = bytes_of(known::path("animated.webp"));
    ReadOptions options;
    for (int page = 1; page <= 4; ++page) {
        CAPTURE(page);
        std::vector<std::string> said;
        const HostImage image = webp_page(bytes, page, &said), right = animation_at(page);
        // What is opaque has three channels.
        CHECK(image.format().channels == (page <= 2 ? 3 : 4));
        if (page <= 2) {
            for (std::size_t y = 0; y < 3; ++y)
                for (std::size_t x = 0; x < 5; ++x)
                    for (int c = 0; c < 3; ++c)
                        CHECK(sample(image.view(), x, y, c) == sample(right.view(), x, y, c));
        } else {
            CHECK(difference(image, right) == "");
        }
        options.page = page;
        CHECK(probe(as_bytes(bytes), "x", options) == image.format());
        CHECK(said ==
              std::vector<std::string>{"only page " + std::to_string(page) +
                                       " of 4 is taken; load.page takes another, or 0 all of one size "
                                       "as layers"});
    }
    const HostImage layers = webp_page(bytes, 0);
    CHECK(layers.format().layers == 4);
    CHECK(layers.format().channels == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        const ConstHostView layer = rows_of(layers.view(), 3 * i, 3);
        CHECK(difference(layer, animation_at(static_cast<int>(i) + 1).view()) == "");
    }
    options.page = 5;
    CHECK(webp_refusal(bytes, options) == "x: it has no page 5: it has 4 pages");
}

TEST_CASE(
    "what is under a half transparent frame of an animation shows through it, also where that is half") {
    if (no_webp()) return;
    const std::string below = webp_pixels(one_colour(4, 4, {100, 0, 0, 51})),
                      above = webp_pixels(one_colour(4, 4, {0, 200, 0, 102}));
    const std::string bytes =
        webp_file({webp_canvas(4, 4), webp_frame(0, 0, 4, 4, below), webp_frame(0, 0, 4, 4, above)});
    const HostImage image = webp_page(bytes, 2);
    // 102 + 51 * 153 / 255 = 132.6; the colours count as their parts of that.
    CHECK(sample(image.view(), 1, 1, 3) == 133);
    CHECK(sample(image.view(), 1, 1, 0) == std::round(100 * 30.6 / 132.6));
    CHECK(sample(image.view(), 1, 1, 1) == std::round(200 * 102 / 132.6));
    CHECK(difference(webp_page(bytes, 1), one_colour(4, 4, {100, 0, 0, 51})) == "");
}

TEST_CASE("an animation of thousands of frames of a pixel is read to any of them") {
    if (no_webp()) return;
    std::vector<std::string> chunks{webp_canvas(64, 64),
                                    webp_frame(0, 0, 64, 64, webp_pixels(one_colour(64, 64, {9, 9, 9})))};
    const std::string pixel = webp_pixels(one_colour(1, 1, {200, 100, 50}));
    for (std::size_t i = 0; i < 1024; ++i) chunks.push_back(webp_frame(i % 32 * 2, i / 32 * 2, 1, 1, pixel));
    const std::string bytes = webp_file(chunks);
    const HostImage first = webp_page(bytes, 1), last = webp_page(bytes, 1025), all = webp_page(bytes, 0);
    CHECK(sample(first.view(), 0, 0, 0) == 9);
    CHECK(last.format().channels == 3);
    CHECK(sample(last.view(), 62, 62, 0) == 200);
    CHECK(sample(last.view(), 63, 62, 0) == 9);
    CHECK(all.format().layers == 1025);
    ReadOptions options;
    options.page = 0;
    options.max_pixels = 1024 * 64 * 64;
    CHECK(contains(webp_refusal(bytes, options), "it is too large: 64x64x1025 pixels"));
}

TEST_CASE("headers of a WebP that lie about its size are refused before a pixel is decoded") {
    if (no_webp()) return;
    const std::string large = webp_pixels(one_colour(3000, 2000, {1, 2, 3}));
    CHECK(webp_refusal(webp_file({webp_canvas(1, 1, 0), large})) ==
          "x: it is a broken WebP: its header says 1x1 pixels, its image has 3000x2000");
    CHECK(webp_refusal(webp_file({webp_canvas(1, 1), webp_frame(0, 0, 1, 1, large)})) ==
          "x: it is a broken WebP: a frame says 1x1 pixels, its image has 3000x2000");
    CHECK(webp_refusal(webp_file({webp_canvas(1, 1), webp_frame(0, 0, 3000, 2000, large)})) ==
          "x: it is a broken WebP: a frame extends beyond its canvas");
    CHECK(webp_refusal(webp_file({webp_canvas(3000, 2000), webp_frame(2, 0, 3000, 2000, large)})) ==
          "x: it is a broken WebP: a frame extends beyond its canvas");
    // Of a canvas that is far larger than all of its frames, too.
    CHECK(contains(
        webp_refusal(webp_file({webp_canvas(1 << 24, 1 << 24), webp_frame(0, 0, 3000, 2000, large)})),
        "x: it is too large: 16777216x16777216 pixels"));
    CHECK(webp_refusal(webp_file({webp_canvas(9, 9)})) == "x: it is a WebP without an image");
    CHECK(webp_refusal(webp_file({webp_canvas(9, 9), webp_frame(0, 0, 9, 9, "")})) ==
          "x: it is a broken WebP: a frame has no image");
    CHECK(webp_refusal(webp_file({webp_chunk("VP8L", "what is this?")})) ==
          "x: it is a broken WebP: the header of its pixels is damaged");
}

TEST_CASE("a WebP that ends early is an error, or its upper rows with lenient") {
    if (no_webp()) return;
    const HostImage image = reference::random_image({200, 150, 4}, {});
    for (const bool lossless : {true, false}) {
        CAPTURE(lossless);
        const std::vector<std::uint8_t> file = encode("webp", image.view(), {}, {{"lossless", lossless}});
        const std::string bytes(file.begin(), file.end());
        const std::string part = bytes.substr(0, bytes.size() * 3 / 4);
        CHECK(webp_refusal(part) == "x: its data ends early; load.lenient=true takes what can be read");
        ReadOptions lenient;
        lenient.lenient = true;
        std::vector<std::string> said;
        const HostImage upper =
            read(as_bytes(part), "x", lenient, [&](const std::string& text) { said.push_back(text); });
        CHECK(said == std::vector<std::string>{"its data ends early; the part that could be read is used"});
        const HostImage whole = read(as_bytes(bytes), "x");
        REQUIRE(upper.format() == whole.format());
        CHECK(difference(rows_of(upper.view(), 0, 16), rows_of(whole.view(), 0, 16)) == "");
        CHECK(sample(upper.view(), 100, 149, 3) == 0);
    }
    // Only what stands behind the pixels is missing.
    const std::string turned = bytes_of(known::path("turned.webp"));
    CHECK(contains(webp_refusal(turned.substr(0, turned.size() - 4)), "its data ends early"));
}

TEST_CASE("a WebP that takes too long to decode is given up") {
    if (no_webp()) return;
    const auto file =
        encode("webp", reference::random_image({900, 900, 4}, {}).view(), {}, {{"lossless", true}});
    ReadOptions options;
    options.max_seconds = 1e-6;
    CHECK(contains(error_of([&] { read(file, "x", options); }), "decoding it takes longer than"));
}

TEST_CASE("a WebP is written with quality 80, which counts, and without loss to the bit") {
    if (no_webp()) return;
    const HostImage image = reference::random_image({97, 61, 3}, {});
    const auto size = [&](const Values& values) { return encode("webp", image.view(), {}, values).size(); };
    CHECK(encode("webp", image.view(), {}, {{"quality", 80}, {"effort", 4}}) == encode("webp", image.view()));
    CHECK(size({{"quality", 20}}) < size({}));
    CHECK(size({{"lossless", true}}) > size({}));
    CHECK(error_of([&] { size({{"effort", 7}}); }) == "effort 7 is outside [0, 6]");
    for (const int effort : {0, 1, 6}) {
        CAPTURE(effort);
        CHECK(
            difference(read(encode("webp", image.view(), {}, {{"lossless", true}, {"effort", effort}}), "x"),
                       image) == "");
    }
    // Colours of transparent pixels, too.
    HostImage clear = reference::random_image({40, 30, 4}, {});
    for (std::size_t x = 0; x < 40; ++x) set_sample(clear.view(), x, 7, 3, 0);
    CHECK(difference(read(encode("webp", clear.view(), {}, {{"lossless", true}}), "x"), clear) == "");
    CHECK(difference(read(encode("webp", known::image(known::rgb()).view(), {}, {{"lossless", true}}), "x"),
                     known::image(known::rgb())) == "");
}

TEST_CASE("a WebP is read into, and written from, three channels in four samples") {
    if (no_webp()) return;
    const HostImage image = reference::random_image({53, 31, 3}, {});
    HostImage padded(image.format(), {Layout::device});
    for (std::size_t y = 0; y < 31; ++y)
        for (std::size_t x = 0; x < 53; ++x)
            for (int c = 0; c < 3; ++c) set_sample(padded.view(), x, y, c, sample(image.view(), x, y, c));
    REQUIRE(!padded.view().packed_pixels());
    const auto file = encode("webp", padded.view(), {}, {{"lossless", true}});
    CHECK(file == encode("webp", image.view(), {}, {{"lossless", true}}));
    const auto opened = open_image(file, "x");
    CHECK(difference(opened->read({Layout::device}, {}).view(), image.view()) == "");
}

TEST_CASE("a WebP carries profile, EXIF, XMP and resolution, each with its flag") {
    if (no_webp()) return;
    const HostImage image = known::image(known::rgba());
    const auto flags = [&](const Metadata& metadata) {
        const auto file = encode("webp", image.view(), metadata, {{"lossless", true}});
        const std::string first = webp_chunks(std::string(file.begin(), file.end())).front();
        return first.starts_with("VP8X") ? static_cast<int>(first[8]) : -1;
    };
    CHECK(flags({}) == -1);
    Metadata metadata;
    metadata.xmp = {'<', 'x', '>'};
    CHECK(flags(metadata) == 0x14);
    metadata.resolution = {300, 150, Resolution::Unit::inch};
    CHECK(flags(metadata) == 0x1C);
    for (const bool lossless : {true, false}) {
        const HostImage again = read(encode("webp", image.view(), metadata, {{"lossless", lossless}}), "x");
        CHECK(again.metadata.xmp == metadata.xmp);
        CHECK(again.metadata.resolution == metadata.resolution);
        CHECK(!again.metadata.exif.empty());
        // EXIF data that say it go along as they are.
        const HostImage third =
            read(encode("webp", image.view(), again.metadata, {{"lossless", lossless}}), "x");
        CHECK(third.metadata.exif == again.metadata.exif);
    }
    metadata.resolution = {11811, 11811, Resolution::Unit::metre};
    CHECK(read(encode("webp", image.view(), metadata), "x").metadata.resolution ==
          Resolution{300, 300, Resolution::Unit::inch});
}

TEST_CASE("what a WebP cannot hold is refused with a way out, and grey is spread") {
    if (no_webp()) return;
    ImageFormat format{640, 480, 1};
    CHECK(writable("webp", format) == ImageFormat{640, 480, 3});
    format.width = 16384;
    CHECK(contains(error_of([&] { writable("webp", format); }),
                   "WebP cannot hold 16384x480 pixels (at most 16383 a side)"));
}

TEST_CASE("an animated WebP is written with its times, and read again to the bit") {
    if (no_webp()) return;
    for (const int channels : {3, 4}) {
        CAPTURE(channels);
        ImageFormat format{40, 30, channels};
        format.layers = 3;
        const HostImage image = reference::random_image(format, {});
        Metadata metadata;
        metadata.animation = {{30, 45, 1000}, 7};
        metadata.xmp = {'<', 'x', '>'};
        const auto file = encode("webp", image.view(), metadata, {{"lossless", true}});
        ReadOptions options;
        options.page = 0;
        const HostImage again = read(file, "x", options);
        CHECK(again.format() == format);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(difference(rows_of(again.view(), 30 * i, 30), rows_of(image.view(), 30 * i, 30)) == "");
        CHECK(again.metadata.animation == metadata.animation);
        CHECK(again.metadata.xmp == metadata.xmp);
        // With a loss, and as long as is usual.
        const auto lossy = encode("webp", image.view());
        CHECK(lossy.size() < file.size());
        CHECK(read(lossy, "x", options).metadata.animation.delays ==
              std::vector<std::uint32_t>{100, 100, 100});
    }
}
