#include "tests/io/known_image.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

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
    CHECK(warnings == std::vector<std::string>{"only page 1 of several is taken; load.page takes another, or "
                                               "0 all of one size as layers"});
}

namespace {

// layers.gif after each of its frames, worked out from the definition of GIF89a.
HostImage gif_layer(int page) {
    HostImage image = known::image(known::rgba());
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x) {
            const auto set = [&](std::vector<double> colour) {
                for (int c = 0; c < 4; ++c)
                    set_sample(image.view(), x, y, c, colour[static_cast<std::size_t>(c)]);
            };
            const auto entry = [&](std::size_t i) {
                set({known::red(i % 5, i / 5), known::green(i % 5, i / 5), known::blue(i % 5, i / 5), 255});
            };
            entry(x + 5 * y);
            if (page == 2 && ((x == 2 && y == 0) || (x == 3 && y == 1))) entry(14);
            if (page == 3 && y == 2 && x < 2) entry(3 + x);
            if (page == 4 && y == 2 && x < 2) set({0, 0, 0, 0});
            if (page == 4 && x == 4 && y == 0) set({255, 255, 255, 255});
        }
    return image;
}

HostImage gif_page(const std::string& bytes, int page, bool lenient = false) {
    ReadOptions options;
    options.page = page;
    options.lenient = lenient;
    return read(as_bytes(bytes), "x", options);
}

}  // namespace

TEST_CASE(
    "pages of an animated GIF are what it shows after each frame, and all are layers with their times") {
    const std::string bytes = bytes_of(known::path("layers.gif"));
    for (int page = 1; page <= 4; ++page) {
        CAPTURE(page);
        const HostImage image = gif_page(bytes, page), right = gif_layer(page);
        CHECK(image.format().channels == (page < 4 ? 3 : 4));
        for (std::size_t y = 0; y < 3; ++y)
            for (std::size_t x = 0; x < 5; ++x)
                for (int c = 0; c < image.format().channels; ++c)
                    CHECK(sample(image.view(), x, y, c) == sample(right.view(), x, y, c));
        CHECK(image.metadata.animation.empty());
    }
    const HostImage layers = gif_page(bytes, 0);
    REQUIRE(layers.format().layers == 4);
    REQUIRE(layers.format().channels == 4);
    for (std::size_t i = 0; i < 4; ++i)
        CHECK(difference(rows_of(layers.view(), 3 * i, 3), gif_layer(static_cast<int>(i) + 1).view()) == "");
    CHECK(layers.metadata.animation == Animation{{50, 100, 200, 0}, 3});
    CHECK(known::contains(known::error_of([&] { gif_page(bytes, 5); }), "it has no page 5: it has 4 pages"));
    // What is padded is the same.
    ReadOptions options;
    options.page = 0;
    CHECK(difference(open_image(as_bytes(bytes), "x", options)->read({Layout::device}, {}).view(),
                     layers.view()) == "");
}

TEST_CASE("an animated GIF that ends early is an error, and with lenient the frames that are there") {
    const std::string bytes = bytes_of(known::path("layers.gif"));
    const std::string part = bytes.substr(0, bytes.size() - 26);
    CHECK(known::contains(known::error_of([&] { gif_page(part, 0); }), "its data ends early"));
    const HostImage layers = gif_page(part, 0, true);
    REQUIRE(layers.format().layers == 3);
    CHECK(sample(layers.view(), 3, 1, 0) == known::red(3, 1));
    CHECK(difference(gif_page(part, 1), known::image(known::rgb())) == "");
}

TEST_CASE("a GIF of a pixel that says it is large, or of many frames, is refused by its size") {
    std::string bytes = bytes_of(known::path("opaque.gif"));
    bytes.replace(6, 4, "\xFF\xFF\xFF\xFF");
    CHECK(known::contains(known::error_of([&] { read(as_bytes(bytes), "x"); }), "too large: 65535x65535"));
    bytes = bytes_of(known::path("opaque.gif"));
    const std::string frame = bytes.substr(61, bytes.size() - 62);
    REQUIRE(frame[0] == 0x2C);
    std::string many = bytes.substr(0, bytes.size() - 1);
    for (int i = 1; i < 40'000; ++i) many += frame;
    ReadOptions options;
    options.page = 0;
    options.max_pixels = 500'000;
    CHECK(known::contains(known::error_of([&] { read(as_bytes(many), "x", options); }),
                          "it is too large: 5x3x40000 pixels"));
    options.max_pixels = 600'000;
    CHECK(known::contains(known::error_of([&] { read(as_bytes(many), "x", options); }), "ends early"));
    CHECK(read(as_bytes(many + ";"), "x", options).format().layers == 40'000);
}

TEST_CASE("a GIF that takes too long to decode is given up") {
    const std::vector<std::uint8_t> file = encode("gif", reference::random_image({900, 900, 3}, {}).view());
    ReadOptions options;
    options.max_seconds = 1e-6;
    CHECK(known::contains(known::error_of([&] { read(file, "x", options); }), "takes longer than"));
}

TEST_CASE("a GIF with up to 256 colours is written as it is, of any number of them") {
    for (const std::size_t colours : {1, 2, 3, 4, 5, 16, 17, 128, 129, 255, 256}) {
        CAPTURE(colours);
        const auto channel = [colours](std::size_t factor) {
            return [=](std::size_t x, std::size_t y) {
                return static_cast<double>((x * 7 + y * 13 + x * y) % colours * factor % 256);
            };
        };
        const HostImage image = known::image({channel(1), channel(3), channel(5)}, Pixel::u8, {97, 83});
        CHECK(difference(read(encode("gif", image.view()), "x"), image) == "");
    }
    // With colours that are transparent, one fewer.
    HostImage clear = known::image(known::rgba());
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x) set_sample(clear.view(), x, y, 3, x == 1 ? 0 : 255);
    const HostImage again = read(encode("gif", clear.view()), "x");
    CHECK(again.format().channels == 4);
    CHECK(sample(again.view(), 1, 1, 3) == 0);
    CHECK(sample(again.view(), 3, 1, 1) == known::green(3, 1));
}

TEST_CASE("a GIF of more colours is near: 30 dB of a slope, and on the average right") {
    const auto slope = [](double fx, double fy) {
        return [=](std::size_t x, std::size_t y) {
            return std::floor(fx * static_cast<double>(x) + fy * static_cast<double>(y));
        };
    };
    const HostImage image =
        known::image({slope(1, 0), slope(0, 1.3), slope(0.5, 0.6)}, Pixel::u8, {250, 190});
    const HostImage again = read(encode("gif", image.view()), "x");
    REQUIRE(again.format() == image.format());
    double squares = 0, sum = 0;
    for (std::size_t y = 0; y < 190; ++y)
        for (std::size_t x = 0; x < 250; ++x)
            for (int c = 0; c < 3; ++c) {
                const double off = sample(again.view(), x, y, c) - sample(image.view(), x, y, c);
                squares += off * off, sum += off;
            }
    const double count = 250 * 190 * 3;
    CHECK(10 * std::log10(255 * 255 * count / squares) > 30);
    CHECK(std::abs(sum / count) < 0.1);
}

TEST_CASE("an animated GIF is written with its times, opaque and transparent") {
    for (const int channels : {3, 4}) {
        CAPTURE(channels);
        ImageFormat format{20, 10, channels};
        format.layers = 3;
        HostImage image(format);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t y = 0; y < 10; ++y)
                for (std::size_t x = 0; x < 20; ++x)
                    for (int c = 0; c < channels; ++c) {
                        const bool there = x >= 2 * i && y >= i && x < 9 + i;
                        const double value = c == 3 ? 255 : static_cast<double>(x * 3 + i * 40);
                        set_sample(image.view(), x, 10 * i + y, c, there ? value : 0);
                    }
        Metadata metadata;
        metadata.animation = {{30, 40, 1000}, 0};
        const auto file = encode("gif", image.view(), metadata);
        ReadOptions options;
        options.page = 0;
        const HostImage again = read(file, "x", options);
        CHECK(again.format() == format);
        for (std::size_t i = 0; i < 3; ++i)
            CHECK(difference(rows_of(again.view(), 10 * i, 10), rows_of(image.view(), 10 * i, 10)) == "");
        CHECK(again.metadata.animation == metadata.animation);
        metadata.animation.plays = 5;
        CHECK(read(encode("gif", image.view(), metadata), "x", options).metadata.animation.plays == 5);
        metadata.animation.plays = 1;
        CHECK(read(encode("gif", image.view(), metadata), "x", options).metadata.animation.plays == 1);
        // Without times, and with as many as it has no layers: a tenth of a second.
        metadata.animation.delays = {1};
        CHECK(read(encode("gif", image.view(), metadata), "x", options).metadata.animation.delays ==
              std::vector<std::uint32_t>{100, 100, 100});
    }
}

TEST_CASE("a GIF carries profile and XMP, and warns of alpha that it cannot hold") {
    Metadata metadata;
    metadata.xmp = {'<', 'x', '>'};
    const HostImage image = known::image(known::rgba());
    std::vector<std::string> said;
    const auto file =
        encode("gif", image.view(), metadata, {}, [&](const std::string& text) { said.push_back(text); });
    CHECK(said.size() == 1);
    CHECK(known::contains(said.at(0), "its alpha becomes all or nothing"));
    CHECK(read(file, "x").metadata.xmp == metadata.xmp);
    CHECK(writable("gif", ImageFormat{64, 48, 1}) == ImageFormat{64, 48, 3});
}

TEST_CASE("a GIF whose data ends early is an error wherever it is cut") {
    const std::string whole = bytes_of(known::path("opaque.gif"));
    for (std::size_t size = 6; size + 3 < whole.size(); ++size) {
        CAPTURE(size);
        CHECK(known::error_of([&] { read(as_bytes(whole.substr(0, size)), "cut.gif"); }) != "");
    }
}
