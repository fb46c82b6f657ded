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

bool no_avif() { return known::lacks("avif", "libavif"); }
std::string avif_bytes(const HostImage& image, const Values& values = {}, const Metadata& metadata = {}) {
    return known::encoded("avif", image, values, metadata);
}

}  // namespace

TEST_CASE("an AVIF is near to what was written, with alpha, or grey") {
    if (no_avif()) return;
    CHECK(load("lossy.avif").format() == ImageFormat{80, 48, 3});
    CHECK(block_error(load("lossy.avif").view(), known::rgb()) <= 6);
    CHECK(load("alpha.avif").format().channels == 4);
    CHECK(block_error(load("alpha.avif").view(), known::rgba()) <= 6);
    CHECK(load("y.avif").format().channels == 1);
    CHECK(block_error(load("y.avif").view(), {known::grey}) <= 4);
}

TEST_CASE("an AVIF is turned as it says itself") {
    if (no_avif()) return;
    const HostImage image = load("turned.avif");
    REQUIRE(image.format() == ImageFormat{48, 80, 3});
    CHECK(std::abs(sample(image.view(), 40, 8, 0) - known::red(0, 0)) <= 6);
    CHECK(std::abs(sample(image.view(), 40, 72, 0) - known::red(4, 0)) <= 6);
    CHECK(std::abs(sample(image.view(), 8, 8, 1) - known::green(0, 2)) <= 6);
    CHECK(image.metadata.altered);
}

TEST_CASE("frames of an AVIF are pages, or layers with their times") {
    if (no_avif()) return;
    const std::string bytes = bytes_of(known::path("animated.avif"));
    std::vector<std::string> said;
    CHECK(block_error(known::page_of(bytes, 1, &said).view(), known::rgb()) <= 6);
    CHECK(said == std::vector<std::string>{
                      "only page 1 of 2 is taken; load.page takes another, or 0 all of one size as layers"});
    CHECK(block_error(known::page_of(bytes, 2).view(), known::bgr()) <= 6);
    const HostImage both = known::page_of(bytes, 0);
    REQUIRE(both.format().layers == 2);
    CHECK(block_error(rows_of(both.view(), 48, 48), known::bgr()) <= 6);
    CHECK(both.metadata.animation.delays == std::vector<std::uint32_t>{100, 250});
    ReadOptions options;
    options.page = 3;
    CHECK(known::refusal(bytes, options) == "x: it has no page 3: it has 2 pages");
}

TEST_CASE("an AVIF is written without loss to the bit, of 8 bits") {
    if (no_avif()) return;
    for (const int channels : {1, 2, 3, 4}) {
        CAPTURE(channels);
        ImageFormat format{61, 47, channels};
        format.grey_alpha = channels == 2;
        const HostImage image = reference::random_image(format, {});
        const std::string bytes = avif_bytes(image, {{"lossless", true}});
        CHECK(difference(read(as_bytes(bytes), "x"), image) == "");
        HostImage padded = open_image(as_bytes(bytes), "x")->read({Layout::device}, {});
        CHECK(difference(padded.view(), image.view()) == "");
        CHECK(avif_bytes(padded, {{"lossless", true}}) == bytes);
    }
}

TEST_CASE("an AVIF has 8, 10 or 12 bits, as many as are asked for") {
    if (no_avif()) return;
    const HostImage image = known::blocks(known::rgb(), Pixel::u16);
    for (const auto& [bits, most] : {std::pair{"8"s, 2.0}, {"10"s, 1.0}, {"12"s, 0.6}, {"auto"s, 0.6}}) {
        CAPTURE(bits);
        const HostImage again = read(as_bytes(avif_bytes(image, {{"bits", bits}, {"quality", 100}})), "x");
        CHECK(again.format().pixel == (bits == "8" ? Pixel::u8 : Pixel::u16));
        CHECK(block_error(again.view(), known::rgb()) <= most);
    }
    const HostImage grey = known::blocks({known::grey}, Pixel::u16);
    CHECK(block_error(read(as_bytes(avif_bytes(grey, {{"quality", 100}})), "x").view(), {known::grey}) <=
          0.6);
    CHECK(block_error(read(as_bytes(avif_bytes(known::blocks(known::rgb()))), "x").view(), known::rgb()) <=
          12);
    CHECK(avif_bytes(image, {{"quality", 20}}).size() < avif_bytes(image, {{"quality", 95}}).size());
    CHECK(contains(known::error_of([&] { avif_bytes(image, {{"bits", "9"s}}); }), "bits"));
}

TEST_CASE("an AVIF that lies about its size, or ends early, is refused") {
    if (no_avif()) return;
    const std::string bytes = avif_bytes(reference::random_image({700, 500, 3}, {}));
    const std::size_t size = bytes.find("ispe");
    REQUIRE(size != std::string::npos);
    std::string lies = bytes;
    lies.replace(size + 8, 8, "\0\0\0\1\0\0\0\1"s);
    CHECK(contains(known::refusal(lies), "x: it is a broken AVIF: "));
    lies.replace(size + 8, 8, "\0\0\x3E\x80\0\0\x3E\x80"s);
    ReadOptions options;
    options.max_pixels = 1'000'000;
    CHECK(contains(known::refusal(lies, options), "x: it is too large: 16000x16000 pixels"));
    CHECK(contains(known::refusal(bytes.substr(0, bytes.size() / 2)), "x: its data ends early"));
    CHECK(contains(known::refusal(bytes.substr(0, 100)), "x: its data ends early"));
}

TEST_CASE("an AVIF carries EXIF, XMP and resolution") {
    if (no_avif()) return;
    Metadata metadata;
    metadata.xmp = {'<', 'x', '>'};
    metadata.resolution = {300, 150, Resolution::Unit::inch};
    const HostImage again = read(as_bytes(avif_bytes(known::blocks(known::rgb()), {}, metadata)), "x");
    CHECK(again.metadata.xmp == metadata.xmp);
    CHECK(again.metadata.resolution == metadata.resolution);
    CHECK(writable("avif", ImageFormat{64, 48, 3, Pixel::f32}).pixel == Pixel::u16);
}
