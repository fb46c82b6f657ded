#include "tests/io/known_image.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;
using known::load;
using namespace std::string_literals;

namespace {

bool no_exr() { return known::lacks("exr", "OpenEXR"); }

// The values of tests/data/io/make.py: as in the other formats, by 256, and linear.
HostImage light(const std::vector<known::Value>& values, Pixel pixel, Space space = Space::linear) {
    ImageFormat format;
    format.space = space;
    return known::image(known::scaled(values, 1.0 / 256), pixel, format);
}

HostImage exr_with(const std::string& name, const Values& values, std::vector<std::string>* said = nullptr) {
    ReadOptions options;
    options.of_format = values;
    return read(known::path(name), options, [&](const std::string& text) {
        if (said != nullptr) said->push_back(text);
    });
}

std::string exr_refusal(const std::string& bytes, const ReadOptions& options = {}) {
    return error_of([&] { read(as_bytes(bytes), "x", options); });
}

std::string exr_replaced(std::string bytes, const std::string& what, const std::string& by) {
    const std::size_t at = bytes.find(what);
    REQUIRE(at != std::string::npos);
    return bytes.replace(at, what.size(), by);
}

std::string exr_number(std::int64_t number) {
    std::string text;
    for (int i = 0; i < 4; ++i) text += static_cast<char>(number >> 8 * i & 255);
    return text;
}

HostImage random_light(std::size_t width, std::size_t height, int channels, Pixel pixel) {
    ImageFormat format{width, height, channels, pixel, Space::linear};
    format.grey_alpha = channels == 2;
    HostImage image = reference::random_image(format, {});
    // Alpha whose reciprocal is exact.
    if (format.has_alpha())
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                set_sample(image.view(), x, y, channels - 1, std::ldexp(1.0, -static_cast<int>((x + y) % 4)));
    return image;
}

}  // namespace

TEST_CASE("OpenEXR gives linear light in halves or floats, from rows and tiles") {
    if (no_exr()) return;
    CHECK(difference(load("rgb-half.exr"), light(known::rgb(), Pixel::f16)) == "");
    CHECK(difference(load("rgb-half-tiles.exr"), light(known::rgb(), Pixel::f16)) == "");
}

TEST_CASE("colours of an OpenEXR are divided by their alpha, and its resolution is that of its pixels") {
    if (no_exr()) return;
    const HostImage image = load("rgba-float.exr");
    CHECK(difference(image, light(known::rgba(), Pixel::f32), 1e-6) == "");
    CHECK(image.metadata.resolution == Resolution{300, 150, Resolution::Unit::inch});
}

TEST_CASE("of an OpenEXR the stored pixels are read, or those that are meant to be shown") {
    if (no_exr()) return;
    const HostImage stored = light({known::grey}, Pixel::f32);
    CHECK(difference(load("y-float-window.exr"), stored) == "");
    const HostImage shown = exr_with("y-float-window.exr", {{"window", std::string("display")}});
    REQUIRE(shown.format().width == 6);
    REQUIRE(shown.format().height == 5);
    for (std::size_t y = 0; y < 5; ++y)
        for (std::size_t x = 0; x < 6; ++x) {
            const bool there = x >= 2 && y >= 1 && y < 4;
            CHECK(sample(shown.view(), x, y, 0) == (there ? sample(stored.view(), x - 2, y - 1, 0) : 0));
        }
    // By rows, too.
    ReadOptions options;
    options.of_format = {{"window", std::string("display")}};
    const auto file = open_image(known::path("y-float-window.exr"), options);
    const auto rows = file->rows({});
    HostImage by_rows(rows->format());
    for (std::size_t y = 0; y < 5; ++y) rows->read(rows_of(by_rows.view(), y, 1));
    CHECK(difference(by_rows, shown) == "");
}

TEST_CASE("layers and channels of an OpenEXR are read by their names") {
    if (no_exr()) return;
    CHECK(difference(load("layers.exr"), light(known::rgb(), Pixel::f16)) == "");
    const HostImage diffuse = light({known::green, known::blue, known::red}, Pixel::f16);
    CHECK(difference(exr_with("layers.exr", {{"layer", std::string("diffuse")}}), diffuse) == "");
    const auto names = [](const std::string& all) { return Values{{"channels", all}}; };
    CHECK(difference(exr_with("layers.exr", names("Z")), light({known::grey}, Pixel::f32, Space::data)) ==
          "");
    CHECK(difference(exr_with("layers.exr", names("B,G,R")),
                     light({known::blue, known::green, known::red}, Pixel::f16)) == "");
    const HostImage two = exr_with("layers.exr", names("diffuse.B,R"));
    CHECK(two.format() == ImageFormat{5, 3, 2, Pixel::f16, Space::linear});
    CHECK(sample(two.view(), 3, 1, 0) == known::red(3, 1) / 256);
    std::vector<std::string> said;
    const HostImage ids = exr_with("layers.exr", names("id"), &said);
    CHECK(sample(ids.view(), 3, 2, 0) == 13);
    CHECK(said == std::vector<std::string>{"its integers become floats, which are exact up to 16777216"});
    CHECK(contains(
        error_of([&] { exr_with("layers.exr", names("depth")); }),
        "it has no channel 'depth'; it has the channels B, G, R, Z, diffuse.B, diffuse.G, diffuse.R, id, and "
        "load.channels chooses among them"));
    CHECK(contains(error_of([&] {
                       exr_with("layers.exr", {{"layer", std::string("specular")}});
                   }),
                   "its layer 'specular' has neither R, G and B nor Y"));
    CHECK(contains(error_of([&] { exr_with("layers.exr", names("R,G,B,Z")); }), "'Z' is not named A"));
}

TEST_CASE("parts of an OpenEXR are pages, or layers of one image") {
    if (no_exr()) return;
    const HostImage first = light(known::rgb(), Pixel::f16);
    const HostImage second = light({known::green, known::blue, known::red}, Pixel::f16);
    ReadOptions options;
    std::vector<std::string> said;
    const auto page = [&](int number) {
        options.page = number;
        return read(known::path("parts.exr"), options,
                    [&](const std::string& text) { said.push_back(text); });
    };
    CHECK(difference(page(1), first) == "");
    REQUIRE(said.size() == 1);
    CHECK(contains(said[0], "only page 1 of 2 is taken"));
    CHECK(difference(page(2), second) == "");
    const HostImage both = page(0);
    CHECK(both.format().layers == 2);
    CHECK(difference(rows_of(both.view(), 0, 3), first.view()) == "");
    CHECK(difference(rows_of(both.view(), 3, 3), second.view()) == "");
    CHECK(contains(error_of([&] { page(3); }), "it has no page 3: it has 2 pages"));
}

TEST_CASE("OpenEXR is written as it is, in every compression that keeps values, whole and by rows") {
    if (no_exr()) return;
    const TemporaryFolder folder;
    for (const Pixel pixel : {Pixel::f16, Pixel::f32})
        for (const int channels : {1, 2, 3, 4})
            for (const std::string compression : {"none", "rle", "zips", "zip", "piz"}) {
                CAPTURE(channels);
                CAPTURE(compression);
                const HostImage image = random_light(61, 83, channels, pixel);
                const Values values{{"compression", compression}};
                const auto file = encode("exr", image.view(), {}, values);
                // What is multiplied with alpha is so to the last bit, but for the smallest halves.
                CHECK(difference(read(file, "x"), image, 1e-6) == "");
                const std::string path = (folder / "a.exr").string();
                WriteOptions options;
                options.of_format = values;
                options.placing.overwrite = Overwrite::always;
                const auto rows = open_for_writing(path, image.format(), options)->rows({}, {});
                for (std::size_t y = 0; y < 83; y += 7)
                    rows->write(rows_of(image.view(), y, std::min<std::size_t>(7, 83 - y)));
                rows->finish();
                const std::string written = bytes_of(path);
                CHECK(std::vector<std::uint8_t>(written.begin(), written.end()) == file);
            }
    // Those that change values stay near, where these change slowly.
    ImageFormat format{64, 48};
    format.space = Space::linear;
    const known::Value slope = [](std::size_t x, std::size_t y) {
        return 0.25 + static_cast<double>(x + y) / 256;
    };
    const HostImage image = known::image({slope, slope, slope}, Pixel::f16, format);
    for (const std::string compression : {"pxr24", "b44", "b44a", "dwaa", "dwab"}) {
        CAPTURE(compression);
        CHECK(difference(read(encode("exr", image.view(), {}, {{"compression", compression}}), "x"), image,
                         0.02) == "");
    }
    CHECK(encode("exr", image.view()) ==
          encode("exr", image.view(), {}, {{"compression", std::string("zip")}}));
    CHECK(encode("exr", image.view(), {}, {{"compression", 5}}) == encode("exr", image.view()));  // of others
    CHECK(contains(error_of([&] {
                       encode("exr", image.view(), {}, {{"compression", std::string("pis")}});
                   }),
                   "compression"));
}

TEST_CASE("what alpha does not cover keeps no colour in an OpenEXR, and what glows is read as it is") {
    if (no_exr()) return;
    HostImage image = light(
        {known::constant(128), known::constant(64), known::constant(32), known::constant(0)}, Pixel::f32);
    const HostImage written = read(encode("exr", image.view()), "x");
    CHECK(difference(written,
                     light({known::constant(0), known::constant(0), known::constant(0), known::constant(0)},
                           Pixel::f32)) == "");
    // Infinities and NaN go through.
    HostImage odd = light(known::rgb(), Pixel::f16);
    set_sample(odd.view(), 1, 1, 0, std::numeric_limits<double>::infinity());
    set_sample(odd.view(), 2, 1, 0, std::nan(""));
    const HostImage again = read(encode("exr", odd.view()), "x");
    CHECK(std::isinf(sample(again.view(), 1, 1, 0)));
    CHECK(std::isnan(sample(again.view(), 2, 1, 0)));
}

TEST_CASE("an OpenEXR keeps the resolution, and what other files hold becomes light in halves or floats") {
    if (no_exr()) return;
    Metadata metadata;
    metadata.resolution = {11811, 5906, Resolution::Unit::metre};
    const HostImage image = light(known::rgb(), Pixel::f16);
    const Resolution found = read(encode("exr", image.view(), metadata), "x").metadata.resolution;
    CHECK(found.unit == Resolution::Unit::inch);
    CHECK(found.x == doctest::Approx(300));
    CHECK(found.y == doctest::Approx(150).epsilon(0.001));
    CHECK(writable("exr", ImageFormat{8, 8, 3, Pixel::u8}) ==
          ImageFormat{8, 8, 3, Pixel::f16, Space::linear});
    CHECK(writable("exr", ImageFormat{8, 8, 3, Pixel::u16}) ==
          ImageFormat{8, 8, 3, Pixel::f32, Space::linear});
    CHECK(writable("exr", ImageFormat{8, 8, 1, Pixel::f32, Space::data}) ==
          ImageFormat{8, 8, 1, Pixel::f32, Space::data});
}

TEST_CASE("rows of an OpenEXR that are skipped are not decoded") {
    if (no_exr()) return;
    const TemporaryFolder folder;
    const HostImage image = random_light(40, 100, 3, Pixel::f16);
    write((folder / "a.exr").string(), image.view());
    const auto file = open_image((folder / "a.exr").string());
    const auto rows = file->rows({});
    CHECK(rows->skip(70) == 64);  // whole blocks of 16 rows
    HostImage rest(rows_of(image.view(), 0, 36).format);
    rows->read(rest.view());
    CHECK(difference(rest.view(), rows_of(image.view(), 64, 36)) == "");
}

TEST_CASE("headers of an OpenEXR that lie are refused before much is allocated") {
    if (no_exr()) return;
    const std::string bytes = bytes_of(known::path("rgb-half.exr"));
    const std::string window = exr_number(0) + exr_number(0) + exr_number(4) + exr_number(2);
    const std::string large = exr_number(0) + exr_number(0) + exr_number(99999) + exr_number(99999);
    CHECK(contains(exr_refusal(exr_replaced(bytes, window, large)), "it is too large: 100000x100000 pixels"));
    CHECK(contains(exr_refusal(exr_replaced(bytes, window,
                                            exr_number(5) + exr_number(0) + exr_number(4) + exr_number(2))),
                   "its window is impossible"));
    // Rows by the hundred million, which the file has no places for.
    CHECK(exr_refusal(exr_replaced(
              bytes, window, exr_number(0) + exr_number(0) + exr_number(0) + exr_number(100'000'000))) != "");
    // A name of two gigabytes.
    const std::string longer = exr_replaced(bytes, "compression\0"s + "compression\0"s + exr_number(1),
                                            "compression\0"s + "compression\0"s + exr_number(2'000'000'000));
    CHECK(exr_refusal(longer) == "x: it is a broken OpenEXR: its header is damaged");
    // Values that are not as long as their types, so that those behind them would be taken for lengths.
    for (const int size : {0, 15, 17}) {
        const std::string odd = exr_replaced(bytes, "dataWindow\0box2i\0"s + exr_number(16),
                                             "dataWindow\0box2i\0"s + exr_number(size));
        CHECK(exr_refusal(odd) == "x: it is a broken OpenEXR: its header is damaged");
    }
    const std::string list = exr_replaced(bytes, "chlist\0"s + exr_number(55), "chlist\0"s + exr_number(54));
    CHECK(exr_refusal(list) == "x: it is a broken OpenEXR: its header is damaged");
    // Tiles of 2 x 2 that say to be of gigabytes.
    const std::string tiles = bytes_of(known::path("rgb-half-tiles.exr"));
    CHECK(contains(
        exr_refusal(exr_replaced(tiles, "tiledesc\0"s + exr_number(9) + exr_number(2) + exr_number(2),
                                 "tiledesc\0"s + exr_number(9) + exr_number(8192) + exr_number(8192))),
        "its tiles are far larger than the image"));
}

TEST_CASE("an OpenEXR that ends early is an error, or its upper rows with lenient") {
    if (no_exr()) return;
    const HostImage image = random_light(50, 200, 3, Pixel::f32);
    const auto file = encode("exr", image.view());
    const std::string part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(file.size() * 3 / 4));
    CHECK(exr_refusal(part) == "x: its data ends early; load.lenient=true takes what can be read");
    ReadOptions options;
    options.lenient = true;
    const HostImage upper = read(as_bytes(part), "x", options);
    CHECK(difference(rows_of(upper.view(), 0, 128), rows_of(image.view(), 0, 128)) == "");
    CHECK(sample(upper.view(), 20, 199, 0) == 0);
}
