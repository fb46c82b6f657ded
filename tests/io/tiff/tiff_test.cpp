// Reading TIFF files that Python wrote (tests/data/tiff), and those of other programs (the corpora).
#include "tests/io/tiff/parts.hpp"

#include "tests/corpora.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

using namespace sluice;
using known::load_tiff;
using known::no_tiff;
using known::tiff_difference;

namespace {

known::Value scaled(double factor, double offset) {
    return [=](std::size_t x, std::size_t y) { return known::grey(x, y) * factor + offset; };
}

std::string tiff_refusal(const std::string& name, const ReadOptions& options = {}) {
    return known::error_of([&] { read(known::tiff_path(name), options); });
}

ReadOptions page(int number) {
    ReadOptions options;
    options.page = number;
    return options;
}

HostImage tiff_corpus(const std::string& name) {
    return read((std::filesystem::path(SLUICE_TEST_CORPORA) / name).string());
}

}  // namespace

TEST_CASE("a TIFF of 8 or 16 bits, of either byte order and of 64-bit offsets, has its pixels") {
    if (no_tiff()) return;
    const std::vector<std::pair<std::string, std::vector<known::Value>>> kinds = {
        {"y", {known::grey}},
        {"ya", {known::grey, known::alpha}},
        {"rgb", known::rgb()},
        {"rgba", known::rgba()}};
    for (const auto& kind : kinds) {
        const auto& [name, values] = kind;
        CAPTURE(kind.first);
        CHECK(tiff_difference(name + "8", known::image(values)) == "");
        CHECK(tiff_difference(name + "16", known::image(known::deep(values), Pixel::u16)) == "");
        CHECK(tiff_difference(name + "16-big-endian", known::image(known::deep(values), Pixel::u16)) == "");
    }
    CHECK(tiff_difference("rgb8-bigtiff", known::image(known::rgb())) == "");
    CHECK(tiff_difference("rgb8-bigtiff-big-endian", known::image(known::rgb())) == "");
}

TEST_CASE("a TIFF of 1, 2 and 4 bits becomes 8 bits from black to white, other depths keep their values") {
    if (no_tiff()) return;
    const auto levels = [](int count) {
        return [count](std::size_t x, std::size_t y) {
            return static_cast<double>((x + y) % static_cast<std::size_t>(count)) * 255 / (count - 1);
        };
    };
    CHECK(tiff_difference("y1", known::image({levels(2)})) == "");
    CHECK(tiff_difference("y1-white", known::image({levels(2)})) == "");
    CHECK(tiff_difference("y2", known::image({levels(4)})) == "");
    CHECK(tiff_difference("y4", known::image({known::grey})) == "");
    CHECK(tiff_difference("y8-white", known::image({known::grey})) == "");

    ImageFormat six;
    six.white = 63;
    CHECK(tiff_difference("y6", known::image({scaled(1.0 / 17, 0)}, Pixel::u8, six)) == "");
    ImageFormat twelve;
    twelve.white = 4095;
    const known::Value value = [](std::size_t x, std::size_t y) {
        return 16 * known::grey(x, y) + static_cast<double>(x);
    };
    CHECK(tiff_difference("y12", known::image({value}, Pixel::u16, twelve)) == "");
    CHECK(tiff_difference("y12-white", known::image({value}, Pixel::u16, twelve)) == "");
}

TEST_CASE("signed integers and floats of a TIFF are kept as they are") {
    if (no_tiff()) return;
    CHECK(tiff_difference("yi8", known::image({scaled(1, -128)}, Pixel::i8)) == "");
    CHECK(tiff_difference("yi16", known::image({scaled(100, -12000)}, Pixel::i16)) == "");
    CHECK(tiff_difference("yi32", known::image({scaled(1e7, -1.2e9)}, Pixel::i32)) == "");
    const std::vector<known::Value> values = {scaled(1.0 / 256, -0.25)};
    CHECK(tiff_difference("yf16", known::number_image(values, Pixel::f16)) == "");
    CHECK(tiff_difference("yf32", known::number_image(values, Pixel::f32)) == "");
    CHECK(tiff_difference("yf32-big-endian", known::number_image(values, Pixel::f32)) == "");
    CHECK(tiff_difference("yf64", known::number_image(values, Pixel::f64)) == "");
    for (const char* name : {"yu32", "yu32-big-endian"})
        CHECK(tiff_difference(name, known::number_image({scaled(16777217, 0)}, Pixel::f64)) == "");
    CHECK(known::contains(tiff_refusal("yu32-white"), "32-bit integers whose 0 is white"));
}

TEST_CASE("compressed data, planes, tiles and strips are put together") {
    if (no_tiff()) return;
    for (const char* name :
         {"rgb8-packbits", "rgb8-deflate", "rgb8-planes", "rgb8-tiles", "rgb8-tiles-planes"}) {
        CAPTURE(name);
        CHECK(tiff_difference(name, known::image(known::rgb())) == "");
    }
    CHECK(tiff_difference("rgb16-predictor", known::image(known::deep(known::rgb()), Pixel::u16)) == "");
    const known::Value slope = [](std::size_t x, std::size_t y) { return static_cast<double>(6 * x + y); };
    CHECK(tiff_difference("y8-many-tiles", known::image({slope}, Pixel::u8, {40, 20})) == "");
    CHECK(tiff_difference("y8-many-strips", known::image({slope}, Pixel::u8, {40, 20})) == "");
}

TEST_CASE("a palette becomes RGB, also one that was written with 8 bits in place of 16") {
    if (no_tiff()) return;
    CHECK(tiff_difference("palette4", known::image(known::rgb())) == "");
    CHECK(tiff_difference("palette8-of-8-bits", known::image(known::rgb())) == "");
}

TEST_CASE("CMYK inks of a TIFF become RGB, without their profile and with a warning") {
    if (no_tiff()) return;
    std::vector<known::Value> values;
    for (const known::Value& value : known::rgb())
        values.push_back([value](std::size_t x, std::size_t y) {
            return std::floor((value(x, y) * (255 - 51 * static_cast<double>(x)) + 127) / 255);
        });
    for (const char* name : {"cmyk8", "cmyk8-profile"}) {
        const known::Loaded loaded = load_tiff(name);
        CHECK(known::difference(loaded.image, known::image(values)) == "");
        CHECK(loaded.image.metadata.icc.empty());
        REQUIRE(loaded.warnings.size() == 1);
        CHECK(known::contains(loaded.warnings[0], "CMYK"));
    }
}

TEST_CASE(
    "alpha that was multiplied in is divided out, alpha that is not said is said, channels that are none are "
    "left out") {
    if (no_tiff()) return;
    const known::Loaded multiplied = load_tiff("rgba8-premultiplied");
    CHECK(multiplied.warnings.empty());
    std::vector<known::Value> values;
    for (const known::Value& value : known::rgb())
        values.push_back([value](std::size_t x, std::size_t y) {
            const double alpha = known::alpha(x, y);
            const double stored = std::floor((value(x, y) * alpha + 127) / 255);
            return std::nearbyint(stored / alpha * 255);
        });
    values.push_back(known::alpha);
    CHECK(known::difference(multiplied.image, known::image(values)) == "");
    CHECK(known::difference(multiplied.image, known::image(known::rgba()), 3) == "");

    // Alpha is x / 2, so that the first column has none.
    const known::Loaded floats = load_tiff("rgbaf32-premultiplied");
    CHECK(sample(floats.image.view(), 0, 1, 1) == 0);
    CHECK(sample(floats.image.view(), 2, 1, 1) == known::green(2, 1) / 512);
    CHECK(sample(floats.image.view(), 4, 1, 1) == known::green(4, 1) / 1024);

    const known::Loaded unsaid = load_tiff("rgba8-unsaid");
    CHECK(known::difference(unsaid.image, known::image(known::rgba())) == "");
    CHECK(unsaid.warnings == std::vector<std::string>{
                                 "its fourth channel is assumed to be alpha, because the file does not say"});
    const known::Loaded fifth = load_tiff("rgba8-fifth");
    CHECK(known::difference(fifth.image, known::image(known::rgba())) == "");
    CHECK(fifth.warnings == std::vector<std::string>{"1 further channel of it is left out"});
}

TEST_CASE("a TIFF is turned as its orientation says, XMP comes along and is turned too") {
    if (no_tiff()) return;
    CHECK(tiff_difference("rgb8-orientation6", known::image(known::rgb())) == "");
    const known::Loaded loaded = load_tiff("rgb8-xmp");
    const std::string xmp(loaded.image.metadata.xmp.begin(), loaded.image.metadata.xmp.end());
    CHECK(xmp == "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><r tiff:Orientation=\"1\"/></x:xmpmeta>");
}

TEST_CASE("one page of a TIFF is taken, thumbnails and masks are none, and what is left out is said") {
    if (no_tiff()) return;
    const HostImage pages[] = {known::image(known::rgb()), known::image({known::grey}),
                               known::image({known::deep(known::grey)}, Pixel::u16)};
    for (int number = 1; number <= 3; ++number) {
        const known::Loaded loaded = load_tiff("pages", page(number));
        CHECK(known::difference(loaded.image, pages[number - 1]) == "");
        CHECK(loaded.warnings ==
              std::vector<std::string>{
                  "only page " + std::to_string(number) +
                  " of 3 is taken; load.page takes another, or 0 all of one size as layers"});
    }
    CHECK(known::contains(tiff_refusal("pages", page(4)), "it has no page 4: it has 3 pages"));
    CHECK(tiff_difference("thumbnail-first", known::image(known::rgb())) == "");
    CHECK(load_tiff("thumbnail-only").image.format() == ImageFormat{2, 1, 1});
    CHECK(known::contains(known::error_of([] { read(known::path("y8.png"), page(2)); }),
                          "it has no page 2: a PNG holds one image"));
}

TEST_CASE("page 0 takes all pages as layers when they are of one format") {
    if (no_tiff()) return;
    const known::Loaded loaded = load_tiff("layers", page(0));
    CHECK(loaded.warnings.empty());
    REQUIRE(loaded.image.format().layers == 3);
    const ConstHostView all = loaded.image.view();
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x) {
            CHECK(sample(all, x, y, 0) == known::grey(x, y));
            CHECK(sample(all, x, y + 3, 0) == static_cast<double>(x + y));
            CHECK(sample(all, x, y + 6, 0) == known::grey(x, y));  // stored with white as 0
        }
    CHECK(known::contains(tiff_refusal("pages", page(0)), "page 2 is 5x3 u8 x1, the first 5x3 u8 x3"));
    CHECK(read(known::path("y8.png"), page(0)).format().layers == 1);
    // All of them count for the limit.
    ReadOptions options = page(0);
    options.max_pixels = 44;
    CHECK(known::contains(tiff_refusal("layers", options), "5x3x3 pixels are more than the limit of 44"));
    options.max_pixels = 45;
    CHECK(tiff_refusal("layers", options) == "");
}

TEST_CASE("pictures that another program stored in several ways are one picture") {
    if (no_tiff() || no_corpora()) return;
    const std::pair<const char*, const char*> alike[] = {
        {"deep/16bit.MM.deflate.tif", "deep/16bit.deflate.tif"},
        {"deep/int16.tif", "deep/int16_zstd.tif"},
        {"deep/seq-1c-16b-bigendian-68f373a0.tiff", "deep/seq-1c-16b-tiled-68f373a0.tiff"},
        {"deep/seq-1c-16b-lzw-68f373a0.tiff", "deep/seq-1c-16b-tiled-68f373a0.tiff"},
        {"deep/seq-1c-1b-fax3-71f6a21a.tiff", "deep/seq-1c-1b-fax3-lsb-71f6a21a.tiff"},
        {"deep/seq-1c-12b-47c39b31.tiff", "deep/seq-1c-12b-miniswhite-47c39b31.tiff"},
        {"deep/cmyk-3c-8b.tiff", "deep/rgb-3c-8b.tiff"},
        {"deep/cmyk-3c-16b.tiff", "deep/rgb-3c-16b.tiff"},
        {"other_formats/bw-gopher_ccittGroup3.tiff", "other_formats/bw-uncompressed.tiff"},
    };
    for (const auto& pair : alike) {
        CAPTURE(pair.first);
        CHECK(known::difference(tiff_corpus(pair.first), tiff_corpus(pair.second), 1) == "");
    }
}

TEST_CASE("planes of 16 bits, with alpha multiplied in too, are what Pillow makes of them in 8 bits") {
    if (no_tiff() || no_corpora()) return;
    for (const auto& pair :
         {std::pair{"deep/tiff_tiled_planar_16bit_RGB.tiff", "deep/tiff_16bit_RGB_target.png"},
          {"deep/tiff_strip_planar_16bit_RGBa.tiff", "deep/tiff_16bit_RGBa_target.png"}}) {
        CAPTURE(pair.first);
        const HostImage image = tiff_corpus(pair.first), target = tiff_corpus(pair.second);
        REQUIRE(image.format().width == target.format().width);
        REQUIRE(image.format().height == target.format().height);
        REQUIRE(image.format().channels == target.format().channels);
        for (std::size_t y = 0; y < target.format().height; ++y)
            for (std::size_t x = 0; x < target.format().width; ++x) {
                // It divides by alpha what it has cut to 8 bits.
                const double alpha = target.format().has_alpha() ? sample(target.view(), x, y, 3) : 255;
                for (int c = 0; c < target.format().channels && alpha > 0; ++c)
                    CHECK(std::abs(sample(image.view(), x, y, c) / 257 - sample(target.view(), x, y, c)) <=
                          2 + 3 * (255 / alpha - 1));
            }
    }
}
