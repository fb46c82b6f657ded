#include "tests/io/exif/oriented.hpp"
#include "tests/io/known_image.hpp"
#include "tests/places.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include "io/exif/orientation.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

using namespace sluice;
using known::ChunkPlace;
using known::difference;
using oriented::as_stored;
using oriented::exif;
using oriented::with_exif;

TEST_CASE("the orientation is read from EXIF of both byte orders, and nonsense is upright") {
    for (int orientation = 1; orientation <= 8; ++orientation) {
        CHECK(exif_orientation(as_bytes(exif(orientation, false))) == orientation);
        CHECK(exif_orientation(as_bytes(exif(orientation, true))) == orientation);
    }
    CHECK(exif_orientation(as_bytes(exif(0, false))) == 1);
    CHECK(exif_orientation(as_bytes(exif(9, true))) == 1);
    CHECK(exif_orientation({}) == 1);
    const std::string whole = exif(6, true);
    for (std::size_t size = 0; size < whole.size() - 8; ++size)
        CHECK(exif_orientation(as_bytes(whole.substr(0, size))) == 1);
}

TEST_CASE("an image of any pixel type is turned upright from all eight orientations") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
        for (const std::vector<known::Value>& values : {std::vector<known::Value>{known::grey}, known::rgb()})
            for (int orientation = 1; orientation <= 8; ++orientation) {
                ImageFormat large{67, 41};  // more than one block of the copy
                const HostImage picture = known::image({known::constant(0)}, pixel, large);
                CHECK(difference(upright(as_stored(picture, orientation), orientation), picture) == "");
                const HostImage small = known::image(values, pixel);
                CAPTURE(orientation);
                CHECK(difference(upright(as_stored(small, orientation), orientation), small) == "");
            }
}

TEST_CASE("a PNG is turned as its EXIF says, and the header tells the upright size") {
    const HostImage picture = known::image(known::rgb());
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const std::string file =
            with_exif(encode("png", as_stored(picture, orientation).view()), exif(orientation, true));
        CAPTURE(orientation);
        CHECK(difference(read(as_bytes(file), "test"), picture) == "");
        CHECK(probe(as_bytes(file), "test") == picture.format());
    }
}

TEST_CASE("EXIF behind the pixels of a PNG turns it too, and the header of a long file tells it") {
    const TemporaryFolder folder;
    std::filesystem::path path;
    std::vector<known::Value> values;  // that a byte holds, however large the picture is
    for (const known::Value& value : known::rgb())
        values.push_back([=](std::size_t x, std::size_t y) { return std::fmod(value(x, y) + 256e6, 256); });
    HostImage picture = known::image(values, Pixel::u8, {300, 200});
    const Values uncompressed{{"compression", 0}};  // longer than what is read as a header
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const std::vector<std::uint8_t> stored =
            encode("png", as_stored(picture, orientation).view(), {}, uncompressed);
        const std::string file = with_exif(stored, exif(orientation, false), ChunkPlace::behind_pixels);
        CAPTURE(orientation);
        const HostImage image = read(as_bytes(file), "test");
        CHECK(difference(image, picture) == "");
        CHECK(exif_orientation(image.metadata.exif) == 1);
        CHECK(probe(as_bytes(file), "test") == picture.format());
        path = folder.put("long.png", file);
        CHECK(probe(path.string()) == picture.format());
    }

    // The pixels may be damaged: what is read of them is turned too.
    std::string damaged = with_exif(encode("png", as_stored(picture, 6).view(), {}, uncompressed),
                                    exif(6, true), ChunkPlace::behind_pixels);
    damaged[60000] ^= 1;
    ReadOptions lenient;
    lenient.lenient = true;
    CHECK(known::contains(known::error_of([&] { read(as_bytes(damaged), "test"); }), "IDAT"));
    CHECK(read(as_bytes(damaged), "test", lenient).format() == picture.format());
    CHECK(probe(as_bytes(damaged), "test", lenient) == picture.format());
}

TEST_CASE("a JPEG is turned as its EXIF says, and loses the tag when it is written again") {
    const HostImage picture = known::image({known::constant(200)}, Pixel::u8, {24, 16});
    HostImage marked = picture;
    for (std::size_t y = 0; y < 8; ++y)
        for (std::size_t x = 0; x < 8; ++x) marked.as<std::uint8_t>(y)[x] = 20;  // a dark upper left corner
    for (int orientation = 1; orientation <= 8; ++orientation) {
        const std::string file =
            with_exif(encode("jpg", as_stored(marked, orientation).view()), exif(orientation, false));
        CAPTURE(orientation);
        CHECK(probe(as_bytes(file), "test") == picture.format());
        const HostImage turned = read(as_bytes(file), "test");
        CHECK(difference(turned, marked, 3) == "");
        const HostImage again = read(encode("jpg", turned.view(), turned.metadata), "test");
        CHECK(difference(again, marked, 6) == "");
    }
}

TEST_CASE("one photograph stored in nine orientations comes out equally upright") {
    const std::filesystem::path folder = SLUICE_TEST_CORPORA "/exif_orientation";
    if (!std::filesystem::exists(folder)) return report_skip("there is no folder " + folder.string());
    const HostImage right = read((folder / "Landscape_1_320.jpg").string());
    for (int orientation = 0; orientation <= 8; ++orientation) {
        const std::string path =
            (folder / ("Landscape_" + std::to_string(orientation) + "_320.jpg")).string();
        CAPTURE(path);
        const HostImage image = read(path);
        REQUIRE(image.format() == right.format());
        CHECK(probe(path) == right.format());
        // Each was scaled and compressed on its own: alike, not equal.
        double sum = 0;
        for (std::size_t y = 0; y < right.format().height; ++y)
            for (std::size_t i = 0; i < right.pitch(); ++i)
                sum += std::abs(image.as<std::uint8_t>(y)[i] - right.as<std::uint8_t>(y)[i]);
        CHECK(sum / static_cast<double>(right.format().host_bytes()) < 4);
    }
}
