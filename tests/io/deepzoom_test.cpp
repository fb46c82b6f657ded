// Deep Zoom: what lies in the archive.
#include "tests/io/known_image.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>

using namespace sluice;
using known::difference;

namespace {

using Files = std::map<std::string, std::string>;

// The stored files of an archive, by its local headers.
Files files_of(const std::vector<std::uint8_t>& zip) {
    Files files;
    const auto number = [&](std::size_t at, std::size_t size) {
        std::size_t value = 0;
        for (std::size_t i = size; i-- > 0;) value = value << 8 | zip.at(at + i);
        return value;
    };
    std::size_t at = 0;
    while (number(at, 4) == 0x04034b50) {
        const std::size_t size = number(at + 18, 4), name = number(at + 26, 2), more = number(at + 28, 2);
        REQUIRE(number(at + 22, 4) == size);
        const auto* text = reinterpret_cast<const char*>(zip.data() + at + 30);
        files[std::string(text, name)] = std::string(text + name + more, size);
        at += 30 + name + more + size;
    }
    CHECK(number(at, 4) == 0x02014b50);  // the directory follows
    return files;
}

HostImage slopes(std::size_t width, std::size_t height) {
    const known::Value across = [](std::size_t x, std::size_t y) {
        return static_cast<double>((3 * x + y) % 256);
    };
    const known::Value down = [](std::size_t x, std::size_t y) {
        return static_cast<double>((x + 2 * y) % 256);
    };
    return known::image({across, down, across}, Pixel::u8, {width, height});
}

Files zoomed(const HostImage& image, std::int64_t tile, std::int64_t overlap) {
    return files_of(encode("szi", image.view(), {},
                           {{"tile", tile}, {"overlap", overlap}, {"tile_format", std::string("png")}}));
}

HostImage tile_of(const Files& files, const std::string& name) {
    INFO(name);
    REQUIRE(files.count("image_files/" + name) == 1);
    return read(as_bytes(files.at("image_files/" + name)), name);
}

}  // namespace

TEST_CASE("tiles of the largest size hold the image, each with the pixels that it shares") {
    const HostImage image = slopes(150, 70);
    const Files files = zoomed(image, 64, 3);
    CHECK(known::contains(files.at("image.dzi"), "Overlap=\"3\" TileSize=\"64\""));
    CHECK(known::contains(files.at("image.dzi"), "Width=\"150\" Height=\"70\""));
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t column = 0; column < 3; ++column) {
            const std::string name = "8/" + std::to_string(column) + "_" + std::to_string(row) + ".png";
            const std::size_t left = column == 0 ? 0 : 64 * column - 3, top = row == 0 ? 0 : 64 * row - 3;
            const std::size_t right = std::min<std::size_t>(150, 64 * column + 67);
            const std::size_t bottom = std::min<std::size_t>(70, 64 * row + 67);
            const HostImage tile = tile_of(files, name);
            REQUIRE(tile.format() == ImageFormat{right - left, bottom - top, 3});
            for (const std::size_t y : {top, bottom - 1})
                for (const std::size_t x : {left, right - 1})
                    CHECK(sample(tile.view(), x - left, y - top, 1) == sample(image.view(), x, y, 1));
        }
    CHECK(files.count("image_files/8/3_0.png") == 0);
}

TEST_CASE("each size is half of the next one, rounded up, down to one pixel") {
    const HostImage image = slopes(150, 71);
    const Files files = zoomed(image, 254, 1);
    std::size_t width = 150, height = 71;
    for (int level = 8; level >= 0; --level) {
        const HostImage tile = tile_of(files, std::to_string(level) + "/0_0.png");
        CHECK(tile.format() == ImageFormat{width, height, 3});
        width = (width + 1) / 2, height = (height + 1) / 2;
    }
    CHECK(files.size() == 10);
    const HostImage half = tile_of(files, "7/0_0.png");
    double sum = 2;
    for (const std::size_t y : {20, 21})
        for (const std::size_t x : {30, 31}) sum += sample(image.view(), x, y, 0);
    CHECK(sample(half.view(), 15, 10, 0) == std::floor(sum / 4));
}

TEST_CASE("an image of one pixel is one tile, and grey does not go to WebP") {
    CHECK(zoomed(slopes(1, 1), 254, 1).size() == 2);
    CHECK(known::contains(
        known::error_of([] {
            encode("szi", known::image({known::grey}).view(), {}, {{"tile_format", std::string("webp")}});
        }),
        "tiles of webp do not hold"));
}
