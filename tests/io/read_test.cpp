#include "pipeline/files/extension.hpp"
#include "tests/io/known_image.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include "io/codecs.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sluice;
using known::contains;
using known::difference;
using known::error_of;

namespace {

std::string refusal(const std::string& bytes, const std::string& name = "x") {
    return error_of([&] { read(as_bytes(bytes), name); });
}

std::string zeros(const std::string& begin, std::size_t size = 64) {
    return begin + std::string(size - begin.size(), '\0');
}

}  // namespace

TEST_CASE("probe foretells what read gives, for every picture of tests/data") {
    for (const auto& entry : std::filesystem::directory_iterator(SLUICE_TEST_DATA "/io")) {
        if (!known::readable(entry.path())) continue;
        CAPTURE(entry.path());
        CHECK(probe(entry.path().string()) == read(entry.path().string()).format());
    }
}

TEST_CASE("a picture is known by its content, not by its name") {
    const TemporaryFolder folder;
    const std::string path = folder.put("really.png", bytes_of(known::path("rgb24.bmp"))).string();
    CHECK(difference(read(path), known::image(known::rgb())) == "");
}

TEST_CASE(
    "a picture larger than the limit is refused by its header, whose size and whose way out are named") {
    const std::string header = "P6\n60000 60000\n255\n";
    CHECK(refusal(header) ==
          "x: it is too large: 60000x60000 pixels would take 10.1 GiB in memory, the limit is 1.0 GiB; "
          "load.max_pixels raises it");
    ReadOptions options;
    options.max_pixels = 14;
    CHECK(error_of([&] { read(known::path("rgb8.png"), options); }) ==
          known::path("rgb8.png") +
              ": it is too large: 5x3 pixels are more than the limit of 14, which load.max_pixels sets");
    CHECK(error_of([&] { probe(known::path("rgb8.png"), options); }) != "");
    options.max_pixels = 15;
    CHECK(error_of([&] { read(known::path("rgb8.png"), options); }) == "");
    // It counts in the place of the default limit, not beside it.
    options.max_pixels = std::size_t{60000} * 60000;
    CHECK(probe(as_bytes(header), "x", options).width == 60000);
    options = {};
    options.max_bytes = 44;
    CHECK(contains(error_of([&] { read(known::path("rgb8.png"), options); }),
                   "5x3 pixels would take 45 B in memory, the limit is 44 B"));
    options.max_bytes = 45;
    CHECK(error_of([&] { read(known::path("rgb8.png"), options); }) == "");
}

TEST_CASE("sizes whose product leaves 64 bits are refused like all others") {
    CHECK(contains(refusal("P6\n9000000000000000000 9000000000000000000\n65535\n"), "x: it is too large"));
    CHECK(contains(refusal("P5\n99999999999999999999 1\n255\n"), "its width is '99999999999999999999'"));
    CHECK(contains(refusal("Pf\n4294967296 4294967296\n-1\n"), "x: it is too large"));
}

TEST_CASE("formats that sluice cannot read are refused by their names") {
    using namespace std::string_literals;
    const auto named = [](const std::string& format) {
        return "x: it is " + format + ", which sluice cannot read: convert it to PNG first";
    };
    if (!can_write("tif"))
        CHECK(refusal("II*\0\x08\0\0\0"s) ==
              "x: it is TIFF, which this sluice cannot read: it was built without libtiff 4.5 or newer");
    if (!can_write("exr"))
        CHECK(refusal("\x76\x2F\x31\x01\2\0\0\0"s) ==
              "x: it is OpenEXR, which this sluice cannot read: it was built without OpenEXR 3.1 or newer");
    if (!can_write("webp"))
        CHECK(refusal("RIFF\x10\0\0\0WEBPVP8 "s) ==
              "x: it is WebP, which this sluice cannot read: it was built without libwebp");
    // Those of other libraries, where these are missing.
    for (const Codec& codec : codecs())
        if (!codec.missing.empty()) {
            const std::string head = codec.extensions.front() == "avif"   ? "\0\0\0\x18"
                                                                            "ftypavif"s
                                     : codec.extensions.front() == "heic" ? "\0\0\0\x18"
                                                                            "ftypheic"s
                                     : codec.extensions.front() == "jxl"  ? "\xFF\x0A\x10\x20"s
                                     : codec.extensions.front() == "jp2"  ? "\0\0\0\x0CjP  \r\n\x87\n"s
                                                                          : ""s;
            if (!head.empty())
                CHECK(refusal(head) == "x: it is " + codec.name + ", which this sluice cannot read: it was " +
                                           "built without " + codec.missing);
        }
    CHECK(refusal("qoif\0\0\0\1"s) == named("QOI"));
    CHECK(refusal(zeros("8BPS\0\2"s)) == named("PSB"));
}

TEST_CASE("what is no picture is said to be none, with what sluice reads") {
    using namespace std::string_literals;
    CHECK(refusal("") == "x: the file is empty");
    CHECK(refusal("hello") ==
          "x: it is not an image that sluice can read; sluice reads PNG, JPEG, BMP, PSD, HDR, "
          "PGM, PPM, PBM, PAM, PFM, " +
              (codec_of_extension("dng")->reads() ? "camera raw, "s : ""s) +
              (can_write("tif") ? "TIFF, "s : ""s) + "GIF, " + (can_write("webp") ? "WebP, " : "") +
              (can_write("exr") ? "OpenEXR, " : "") + "NPY, " +
              (can_write("jp2") ? "JPEG 2000, JPEG 2000 codestream, " : "") +
              (can_write("avif") ? "AVIF, " : "") + (codec_of_extension("heic")->reads() ? "HEIC, " : "") +
              (can_write("jxl") ? "JPEG XL, " : "") + "FITS, Y4M, TGA; load.format=yuv reads raw video");
    CHECK(contains(refusal(zeros("", 18), "x.tga"), "x.tga: it is not a TGA that sluice can read"));
    CHECK(error_of([] { read("/nowhere/at/all.png"); }) ==
          "/nowhere/at/all.png: there is no folder '/nowhere/at'");
    CHECK(error_of([] { read(SLUICE_TEST_DATA); }) == SLUICE_TEST_DATA ": it cannot be read: it is a folder");
}

TEST_CASE("a header longer than what is read at first is found all the same") {
    // A JPEG with 200 kB of comments before its frame.
    std::string bytes = bytes_of(known::path("rgb.jpg"));
    for (int i = 0; i < 4; ++i)
        bytes.insert(2, std::string("\xFF\xFE\xC3\x50", 4) + std::string(0xC350 - 2, 'c'));
    const TemporaryFolder folder;
    const std::string path = folder.put("long.jpg", bytes).string();
    CHECK(probe(path) == ImageFormat{80, 48, 3});
    CHECK(difference(read(path), known::load("rgb.jpg")) == "");
}

TEST_CASE("stdin can be probed and read, once and again") {
    // In a process of its own: stdin is kept until the program ends.
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        const int file = ::open(known::path("rgb16.png").c_str(), O_RDONLY);
        ::dup2(file, STDIN_FILENO);
        const HostImage right = known::image(known::deep(known::rgb()), Pixel::u16);
        const bool fine = probe("-") == right.format() && difference(read("-"), right) == "" &&
                          difference(read("-"), right) == "";
        ReadOptions options;
        options.max_pixels = 1;
        const bool named = error_of([&] { read("-", options); }).starts_with("stdin: it is too large");
        ::_exit(fine && named ? 0 : 1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
}

TEST_CASE("extensions are told from names, whatever their case, and lead to codecs") {
    CHECK(extension_of("a/b.c/Photo.JPEG") == "jpeg");
    CHECK(extension_of("a/b.c/photo") == "");
    CHECK(extension_of(".hidden") == "");
    CHECK(extension_of("a.") == "");
    REQUIRE(codec_of_extension(".PNG") != nullptr);
    CHECK(codec_of_extension(".PNG")->name == "PNG");
    CHECK(codec_of_extension("jpe")->name == "JPEG");
    CHECK(codec_of_extension("qoi") == nullptr);
    CHECK(writable_extensions() == known::written_extensions());
}
