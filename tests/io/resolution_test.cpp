#include "tests/io/known_image.hpp"

#include "io/exif/orientation.hpp"
#include "io/resolution.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace sluice;
using Unit = Resolution::Unit;

namespace {

// What comes back when an image with this resolution is written and read.
Resolution through(const std::string& extension, const Resolution& src,
                   std::vector<std::string>* said = nullptr) {
    HostImage image = known::image(known::rgb());
    image.metadata.resolution = src;
    const Warn warn = [&](const std::string& message) {
        if (said != nullptr) said->push_back(message);
    };
    return read(encode(extension, image.view(), image.metadata, {}, warn), "test").metadata.resolution;
}

std::vector<std::string> holders() {
    std::vector<std::string> all = {"png", "jpg", "bmp"};
    if (can_write("tif")) all.emplace_back("tif");
    return all;
}

}  // namespace

TEST_CASE("a resolution goes from format to format and comes back as the number that it was") {
    for (const double dpi : {72.0, 96.0, 150.0, 300.0, 1200.0})
        for (const std::string& first : holders())
            for (const std::string& second : holders()) {
                CAPTURE(first);
                CAPTURE(second);
                const Resolution src{dpi, 2 * dpi, Unit::inch};
                CHECK(in_unit(through(second, through(first, src)), Unit::inch) == src);
            }
    if (can_write("tif")) {
        CHECK(through("tif", {118, 118, Unit::centimetre}) == Resolution{118, 118, Unit::centimetre});
        CHECK(through("tif", {72.5, 72.5, Unit::inch}) == Resolution{72.5, 72.5, Unit::inch});
    }
    CHECK(through("jpg", {118, 118, Unit::centimetre}) == Resolution{118, 118, Unit::centimetre});
    CHECK(through("png", {118, 118, Unit::centimetre}) == Resolution{11800, 11800, Unit::metre});
}

TEST_CASE("pixels that are not square are said without a unit; square ones are no statement") {
    for (const std::string& extension : holders()) {
        CAPTURE(extension);
        std::vector<std::string> said;
        const bool bmp = extension == "bmp";
        CHECK(through(extension, {2, 1, Unit::none}, &said) ==
              (bmp ? Resolution{} : Resolution{2, 1, Unit::none}));
        CHECK(said.empty() != bmp);
        CHECK(through(extension, {}).empty());
    }
    CHECK(resolution_of(1, 1, Unit::none).empty());
    CHECK(resolution_of(0, 0, Unit::inch).empty());
    CHECK(resolution_of(-72, 72, Unit::inch).empty());
    CHECK(resolution_of(std::numeric_limits<double>::infinity(), 72, Unit::inch).empty());
    CHECK(resolution_of(std::nan(""), 72, Unit::inch).empty());
}

TEST_CASE("EXIF tells the resolution of a JPEG and a PNG that do not tell it themselves") {
    // One directory: XResolution 300/1, YResolution 150/1, ResolutionUnit 2.
    const std::string exif(
        "MM\0*\0\0\0\10\0\3"
        "\1\x1A\0\5\0\0\0\1\0\0\0\x32"
        "\1\x1B\0\5\0\0\0\1\0\0\0\x3A"
        "\1\x28\0\3\0\0\0\1\0\2\0\0"
        "\0\0\0\0\0\0\1\x2C\0\0\0\1\0\0\0\x96\0\0\0\1",
        66);
    HostImage image = known::image(known::rgb());
    image.metadata.exif.assign(exif.begin(), exif.end());
    for (const std::string extension : {"jpg", "png"})
        CHECK(read(encode(extension, image.view(), image.metadata), "test").metadata.resolution ==
              Resolution{300, 150, Unit::inch});
    image.metadata.resolution = {96, 96, Unit::inch};
    CHECK(read(encode("jpg", image.view(), image.metadata), "test").metadata.resolution ==
          Resolution{96, 96, Unit::inch});
}

TEST_CASE("a picture that is turned has its resolution turned") {
    HostImage image = known::image(known::rgb());
    image.metadata.resolution = {300, 150, Unit::inch};
    CHECK(upright(image, 3).metadata.resolution == Resolution{300, 150, Unit::inch});
    CHECK(upright(image, 6).metadata.resolution == Resolution{150, 300, Unit::inch});
}

TEST_CASE("a resolution that a file cannot hold is lost with a word") {
    for (const std::string extension : {"ppm", "npy", "tga"}) {
        HostImage image = known::image(known::rgb());
        image.metadata.resolution = {300, 300, Unit::inch};
        std::vector<std::string> said;
        encode(extension, image.view(), image.metadata, {},
               [&](const std::string& message) { said.push_back(message); });
        REQUIRE(said.size() == 1);
        CHECK(said[0].starts_with("its resolution is lost: sluice does not write it to "));
    }
}
