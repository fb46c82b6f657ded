#include "tests/io/blocks.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
using known::block_error;
using known::contains;
using known::difference;
using known::load;
using namespace std::string_literals;

namespace {

bool no_jxl() { return known::lacks("jxl", "libjxl"); }
std::string jxl_bytes(const HostImage& image, const Values& values = {}, const Metadata& metadata = {}) {
    return known::encoded("jxl", image, values, metadata);
}
const Values jxl_exact{{"lossless", true}};

HostImage jxl_light(const std::vector<known::Value>& values, Pixel pixel) {
    ImageFormat format;
    format.space = Space::linear;
    return known::image(known::scaled(values, 1.0 / 256), pixel, format);
}

}  // namespace

TEST_CASE("a JPEG XL without loss has its pixels to the bit, bare and in boxes") {
    if (no_jxl()) return;
    CHECK(difference(load("rgb8.jxl"), known::image(known::rgb())) == "");
    CHECK(difference(load("boxes.jxl"), known::image(known::rgb())) == "");
    CHECK(difference(load("rgba8.jxl"), known::image(known::rgba())) == "");
    CHECK(difference(load("ya8.jxl"), known::image({known::grey, known::alpha})) == "");
    // Their maker says that these are linear.
    ImageFormat linear;
    linear.space = Space::linear;
    CHECK(difference(load("rgb16.jxl"), known::image(known::deep(known::rgb()), Pixel::u16, linear)) == "");
    CHECK(difference(load("y16.jxl"), known::image({known::deep(known::grey)}, Pixel::u16, linear)) == "");
}

TEST_CASE("floats of a JPEG XL are linear light") {
    if (no_jxl()) return;
    CHECK(difference(load("rgb-half.jxl"), jxl_light(known::rgb(), Pixel::f16)) == "");
    CHECK(difference(load("y-float.jxl"), jxl_light({known::grey}, Pixel::f32), 1e-6) == "");
}

TEST_CASE("a JPEG XL with loss is near, and the nearer the higher its quality is") {
    if (no_jxl()) return;
    CHECK(block_error(load("lossy.jxl").view(), known::rgb()) <= 6);
    const HostImage image = known::blocks(known::rgb());
    CHECK(block_error(read(as_bytes(jxl_bytes(image)), "x").view(), known::rgb()) <= 8);
    CHECK(jxl_bytes(image, {{"quality", 90}, {"effort", 4}}) == jxl_bytes(image));
    const HostImage noise = reference::random_image({120, 90, 3}, {});
    const auto near = [&](int quality) {
        return known::decibels(read(as_bytes(jxl_bytes(noise, {{"quality", quality}})), "x").view(),
                               noise.view());
    };
    CHECK(near(20) < near(80));
    CHECK(near(80) < near(98));
}

TEST_CASE("frames of a JPEG XL are pages, or layers of one image") {
    if (no_jxl()) return;
    const std::string bytes = bytes_of(known::path("animated.jxl"));
    std::vector<std::string> said;
    CHECK(difference(known::page_of(bytes, 1, &said), known::image(known::rgb())) == "");
    CHECK(said.size() == 1);
    CHECK(contains(said.at(0), "only page 1 of several is taken"));
    CHECK(difference(known::page_of(bytes, 2), known::image(known::bgr())) == "");
    const HostImage both = known::page_of(bytes, 0);
    REQUIRE(both.format().layers == 2);
    CHECK(difference(rows_of(both.view(), 3, 3), known::image(known::bgr()).view()) == "");
    CHECK(both.metadata.animation.delays.size() == 2);
    CHECK(contains(known::error_of([&] { known::page_of(bytes, 3); }), "it has no page 3: it has 2 pages"));
}

TEST_CASE("a JPEG XL is written without loss to the bit, of integers and floats") {
    if (no_jxl()) return;
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f16, Pixel::f32})
        for (const int channels : {1, 2, 3, 4}) {
            CAPTURE(channels);
            ImageFormat format{61, 47, channels, pixel};
            format.grey_alpha = channels == 2;
            if (!is_integer(pixel)) format.space = Space::linear;
            const HostImage image = reference::random_image(format, {});
            const std::string bytes = jxl_bytes(image, jxl_exact);
            CHECK(difference(read(as_bytes(bytes), "x"), image) == "");
            CHECK(difference(open_image(as_bytes(bytes), "x")->read({Layout::device}, {}).view(),
                             image.view()) == "");
        }
}

TEST_CASE("a JPEG XL that ends early is an error, or what is there with lenient") {
    if (no_jxl()) return;
    const HostImage image = reference::random_image({700, 600, 3}, {});
    const std::string bytes = jxl_bytes(image, jxl_exact), part = bytes.substr(0, bytes.size() * 3 / 4);
    CHECK(known::refusal(part) == "x: its data ends early; load.lenient=true takes what can be read");
    ReadOptions lenient;
    lenient.lenient = true;
    std::vector<std::string> said;
    const HostImage some =
        read(as_bytes(part), "x", lenient, [&](const std::string& text) { said.push_back(text); });
    CHECK(said == std::vector<std::string>{"its data ends early; the part that could be read is used"});
    CHECK(some.format() == image.format());
    CHECK(known::refusal("\xFF\x0A\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"s) != "");
}

TEST_CASE("a JPEG XL that takes too long is given up in the middle of a frame") {
    if (no_jxl()) return;
    const std::string bytes = jxl_bytes(reference::random_image({1500, 1200, 3}, {}));
    ReadOptions options;
    options.max_seconds = 1e-6;
    CHECK(contains(known::refusal(bytes, options), "decoding it takes longer than"));
}

TEST_CASE("a JPEG XL carries EXIF, XMP and resolution") {
    if (no_jxl()) return;
    Metadata metadata;
    metadata.xmp = {'<', 'x', '>'};
    metadata.resolution = {300, 150, Resolution::Unit::inch};
    const HostImage image = known::image(known::rgba());
    const HostImage again = read(as_bytes(jxl_bytes(image, jxl_exact, metadata)), "x");
    CHECK(difference(again, image) == "");
    CHECK(again.metadata.xmp == metadata.xmp);
    CHECK(again.metadata.resolution == metadata.resolution);
    CHECK(!again.metadata.exif.empty());
}
