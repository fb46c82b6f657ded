#include "tests/io/known_image.hpp"

#include "io/icc.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

using namespace sluice;
using known::contains;

namespace {

// A profile of `size` bytes that no reader has a reason to refuse: a header and one tag without a meaning.
std::vector<std::uint8_t> profile(const std::string& space, std::size_t size) {
    std::vector<std::uint8_t> bytes(size);
    const auto put = [&](std::size_t at, const std::string& text) {
        std::copy(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    };
    const auto put32 = [&](std::size_t at, std::size_t value) {
        for (std::size_t i = 0; i < 4; ++i) bytes[at + i] = static_cast<std::uint8_t>(value >> (24 - 8 * i));
    };
    put32(0, size);
    bytes[8] = 2;  // version
    put(12, "mntr" + space + "XYZ ");
    put(36, "acspAPPL");
    put32(68, 0xF6D6), put32(72, 0x10000), put32(76, 0xD32D);  // D50
    put32(128, 1);
    put(132, "test");
    put32(136, 144), put32(140, size - 144);
    for (std::size_t i = 144; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
    return bytes;
}

// What comes back when an image with this profile is written and read.
std::vector<std::uint8_t> carried(const std::string& extension, const HostImage& image,
                                  const std::vector<std::uint8_t>& icc, std::vector<std::string>& warnings) {
    Metadata metadata;
    metadata.icc = icc;
    const auto warn = [&](const std::string& message) { warnings.push_back(message); };
    return read(encode(extension, image.view(), metadata, {}, warn), "test").metadata.icc;
}

}  // namespace

TEST_CASE(
    "a colour profile goes through PNG and JPEG byte for byte, also one that fills several JPEG segments") {
    for (const std::size_t size : {std::size_t{400}, std::size_t{150000}})
        for (const std::string extension : {"png", "jpg"}) {
            CAPTURE(extension);
            std::vector<std::string> warnings;
            const std::vector<std::uint8_t> rgb = profile("RGB ", size), grey = profile("GRAY", size);
            CHECK(carried(extension, known::image(known::rgb()), rgb, warnings) == rgb);
            CHECK(carried(extension, known::image({known::grey}), grey, warnings) == grey);
            CHECK(warnings.empty());
        }
}

TEST_CASE("a profile that a file cannot hold is lost with a warning") {
    std::vector<std::string> warnings;
    CHECK(carried("bmp", known::image(known::rgb()), profile("RGB ", 400), warnings).empty());
    REQUIRE(warnings.size() == 1);
    CHECK(warnings[0] ==
          "its colour profile is lost: sluice does not write it to BMP, but to .png, .jpg and .tif"
          " (save.keep=none leaves metadata out on purpose)");
}

TEST_CASE("a profile for other channels, or a broken one, is left out with a warning") {
    const ImageFormat rgb{1, 1, 3}, grey{1, 1, 1};
    CHECK(icc_refusal(profile("RGB ", 400), rgb).empty());
    CHECK(icc_refusal(profile("GRAY", 400), grey).empty());
    CHECK(icc_refusal(profile("RGB ", 400), grey) == "it is for colour images, and this one is grey");
    CHECK(icc_refusal(profile("GRAY", 400), rgb) == "it is for grey images, and this one has colours");
    CHECK(icc_refusal(profile("CMYK", 400), rgb) == "it is neither for RGB nor for grey images");
    std::vector<std::uint8_t> cut = profile("RGB ", 400);
    cut.resize(399);
    CHECK(icc_refusal(cut, rgb) == "it is broken");
    CHECK(icc_refusal(std::vector<std::uint8_t>(20), rgb) == "it is broken");
    std::vector<std::string> warnings;
    CHECK(carried("png", known::image(known::rgb()), cut, warnings).empty());
    CHECK(warnings == std::vector<std::string>{"its colour profile is left out: it is broken"});

    // Its connection space, which some versions of libpng look at.
    std::vector<std::uint8_t> spaceless = profile("RGB ", 400);
    std::fill_n(spaceless.begin() + 20, 4, std::uint8_t{'?'});
    warnings.clear();
    CHECK(carried("png", known::image(known::rgb()), spaceless, warnings).empty());
    CHECK(warnings == std::vector<std::string>{"its colour profile is left out: it is broken"});
}
