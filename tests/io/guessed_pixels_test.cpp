// Damage is an error without --lenient, in every codec: pixels that are missing, or that a decoder would
// guess.
#include "tests/io/known_image.hpp"
#include "tests/io/tiff/parts.hpp"
#include "tests/temporary_folder.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;

namespace {

std::string guessed_file(const std::string& name) { return bytes_of(known::path(name)); }

std::string replaced(std::string bytes, const std::string& what, const std::string& by) {
    const std::size_t at = bytes.find(what);
    REQUIRE(at != std::string::npos);
    return bytes.replace(at, what.size(), by);
}

std::vector<std::string> warnings_of(const std::string& bytes, bool lenient = false) {
    std::vector<std::string> warnings;
    ReadOptions options;
    options.lenient = lenient;
    read(as_bytes(bytes), "x", options, [&](const std::string& message) { warnings.push_back(message); });
    return warnings;
}

// An error without lenient, one warning with it; both say why.
void check_damaged(const std::string& bytes, const std::string& why) {
    CAPTURE(why);
    CHECK(error_of([&] { warnings_of(bytes); }) ==
          "x: " + why + "; load.lenient=true takes what can be read");
    CHECK(warnings_of(bytes, true) ==
          std::vector<std::string>{why + "; the part that could be read is used"});
}

// `extra` before the mark of the end of a JPEG.
std::string with_tail(std::string jpeg, const std::string& extra) {
    return jpeg.insert(jpeg.size() - 2, extra);
}

// A GIF of 3 x 2 pixels and of 128 entries, entry 7 transparent; codes are bytes: 0x80 clears, 0x81 ends.
std::string gif(const std::string& codes, std::size_t entries = 128) {
    int log = 6;
    while ((std::size_t{2} << log) > entries) --log;
    std::string bytes("GIF89a\3\0\2\0", 10);
    bytes += static_cast<char>(0x80 | log);
    bytes += std::string(2, '\0');
    for (std::size_t i = 0; i < entries; ++i) bytes += std::string(3, static_cast<char>(2 * i));
    bytes += std::string("\x21\xF9\4\1\0\0\7\0", 8);
    bytes += std::string("\x2C\0\0\0\0\3\0\2\0\0\7", 11);
    return bytes + static_cast<char>(codes.size()) + codes + std::string("\0;", 2);
}

}  // namespace

TEST_CASE("bytes that belong to no segment are damage where they are what is left of pixels") {
    const std::string noise(40, 'x');
    const std::string tail = with_tail(guessed_file("rgb.jpg"), noise);
    CHECK(contains(error_of([&] { warnings_of(tail); }), "it is a broken JPEG: its data is damaged ("));
    CHECK(contains(error_of([&] { warnings_of(tail); }),
                   " extraneous bytes before marker 0xd9); load.lenient=true takes what can be read"));
    REQUIRE(warnings_of(tail, true).size() == 1);
    CHECK(contains(warnings_of(tail, true)[0], "0xd9); the part that could be read is used"));
    // Between two scans of a progressive file.
    std::string between = guessed_file("progressive.jpg");
    between.insert(between.rfind("\xFF\xC4"), noise);
    CHECK(contains(error_of([&] { warnings_of(between); }), "extraneous bytes"));
}

TEST_CASE("a few bytes behind the pixels, padding, and bytes between the tables harm nothing") {
    for (const std::string& extra : {std::string("abc"), std::string(500, '\0')}) {
        const std::string bytes = with_tail(guessed_file("rgb.jpg"), extra);
        CHECK(difference(read(as_bytes(bytes), "x"), known::load("rgb.jpg")) == "");
        CHECK(warnings_of(bytes).size() == 1);
    }
    std::string tables = guessed_file("rgb.jpg");
    tables.insert(tables.find("\xFF\xDB"), std::string(2, '\0'));
    CHECK(difference(read(as_bytes(tables), "x"), known::load("rgb.jpg")) == "");
    CHECK(warnings_of(guessed_file("rgb.jpg") + "what follows the picture").empty());
}

TEST_CASE("a progressive JPEG that refines bits it never sent is damaged") {
    // The parameters of the scan that refines the luma: from bit 1 to bit 0.
    const std::string last_bit("\1\1\0\1\x3F\x10", 6), bit_before("\1\1\0\1\x3F\x21", 6);
    const std::string bytes = replaced(guessed_file("progressive.jpg"), last_bit, bit_before);
    CHECK(contains(error_of([&] { warnings_of(bytes); }),
                   "its data is damaged (Inconsistent progression sequence for component 0"));
    CHECK(contains(warnings_of(bytes, true).at(0), "the part that could be read is used"));
}

TEST_CASE("a GIF with transparency that lacks pixels ends early, wherever that is") {
    CHECK(warnings_of(gif("\x80\1\2\3\4\7\6\x81")).empty());
    const HostImage image = read(as_bytes(gif("\x80\1\2\3\4\7\6\x81")), "x");
    CHECK(image.format() == ImageFormat{3, 2, 4});
    CHECK(sample(image.view(), 2, 0, 0) == 6);
    CHECK(sample(image.view(), 1, 1, 3) == 0);  // entry 7
    CHECK(sample(image.view(), 2, 1, 3) == 255);
    check_damaged(gif("\x80\1\2\x81"), "its data ends early");
    check_damaged(gif("\x80\1\2"), "its data ends early");
    check_damaged(gif("\x80\1\2\x8F\3\4\5\x81"), "it is a broken GIF: it has an invalid code");
}

TEST_CASE("an index that the palette does not have is damage in BMP and GIF") {
    check_damaged(gif("\x80\1\2\3\4\7\x40\x81", 64), "it is a broken GIF: a pixel is outside of its palette");
    // The number of colours that are used, and so stored.
    std::string bmp = guessed_file("palette8.bmp");
    bmp[46] = 2;
    check_damaged(bmp, "it is a broken BMP: a pixel is outside of its palette");
}

TEST_CASE("a broken tag of a TIFF that decides what pixels are is damage; others are left out with a word") {
    if (known::no_tiff()) return;
    const std::string white = bytes_of(known::tiff_path("y8-white"));
    const std::string photometric("\x06\x01\x03\0\1\0\0\0", 8);
    check_damaged(replaced(white, photometric, std::string("\x06\x01\x02\0\1\0\0\0", 8)),
                  "it is a broken TIFF: its PhotometricInterpretation is broken");
    // Some programs never say it: 0 is black then, as in nearly all files.
    const std::string silent = replaced(white, photometric, std::string("\x07\x01\x03\0\1\0\0\0", 8));
    CHECK(contains(warnings_of(silent).at(0), "it does not say what its numbers mean"));
    HostImage image = known::image({known::grey});
    image.metadata.resolution = {300, 300, Resolution::Unit::inch};
    const std::vector<std::uint8_t> tiff = encode("tif", image.view(), image.metadata);
    const std::string bytes(tiff.begin(), tiff.end());
    CHECK(warnings_of(bytes).empty());
    CHECK(warnings_of(replaced(bytes, std::string("\x1A\x01\5\0\1\0\0\0", 8),
                               std::string("\x1A\x01\2\0\1\0\0\0", 8))) ==
          std::vector<std::string>{"its XResolution is left out: it is broken"});
}
