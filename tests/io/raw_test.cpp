#include "tests/io/blocks.hpp"
#include "tests/io/with_codec.hpp"
#include "tests/temporary_folder.hpp"

#include "io/exif/fields.hpp"
#include "io/exif/orientation.hpp"
#include "io/save_format.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;
using known::contains;

namespace {

bool no_raw() { return known::lacks("dng", "LibRaw"); }

ReadOptions as_preview() {
    ReadOptions options;
    options.of_format = {{"preview", true}};
    return options;
}

}  // namespace

TEST_CASE("a raw picture is linear light of sRGB, by the white of its camera") {
    if (no_raw()) return;
    const HostImage image = read(known::path("sensor.dng"));
    ImageFormat format{120, 72, 3, Pixel::u16, Space::linear};
    CHECK(image.format() == format);
    // In the middle of blocks of one colour nothing is guessed.
    for (std::size_t y = 0; y < 3; ++y)
        for (std::size_t x = 0; x < 5; ++x)
            for (int c = 0; c < 3; ++c) {
                const double right = 257 * known::rgb()[static_cast<std::size_t>(c)](x, y);
                CHECK(std::abs(sample(image.view(), 24 * x + 12, 24 * y + 12, c) - right) <= 0.004 * 65535);
            }
    CHECK(image.metadata.uncarried.empty());
    const ExifFields exif = exif_fields(image.metadata.exif, 8);
    CHECK(!exif.damaged);
    CHECK(exif.tell());
    CHECK(exif_orientation(image.metadata.exif) == 1);
    CHECK(probe(known::path("sensor.dng")) == format);
}

TEST_CASE("of a raw picture the preview is read where that is asked for") {
    if (no_raw()) return;
    const HostImage preview = read(known::path("sensor.dng"), as_preview());
    CHECK(known::difference(preview, read(known::path("rgb.jpg"))) == "");
    CHECK(probe(known::path("sensor.dng"), as_preview()) == preview.format());
}

TEST_CASE("a raw picture that ends early is an error, or black with lenient") {
    if (no_raw()) return;
    const std::string bytes = bytes_of(known::path("sensor.dng")),
                      part = bytes.substr(0, bytes.size() - 2000);
    CHECK(contains(known::refusal(part), "its data ends early"));
    ReadOptions lenient;
    lenient.lenient = true;
    std::vector<std::string> said;
    const HostImage some =
        read(as_bytes(part), "x", lenient, [&](const std::string& text) { said.push_back(text); });
    CHECK(said.size() == 1);
    CHECK(some.format() == ImageFormat{120, 72, 3, Pixel::u16, Space::linear});
}

TEST_CASE("a raw picture is told by what is in it, and is none by its name alone") {
    if (no_raw()) return;
    const Codec* codec = codec_of_content(as_bytes(bytes_of(known::path("sensor.dng"))));
    REQUIRE(codec != nullptr);
    CHECK(codec == codec_of_extension("nef"));
    CHECK(codec->isolated);
    CHECK(!can_write("dng"));
    CHECK(known::refusal("FOVb and nothing else") != "");
    ReadOptions options;
    options.max_pixels = 1000;
    CHECK(contains(known::refusal(bytes_of(known::path("sensor.dng")), options), "it is too large: 120x72"));
}
