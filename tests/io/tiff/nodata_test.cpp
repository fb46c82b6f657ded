// What is no pixel: the nodata value of a GeoTIFF, on its way in and out.
#include "tests/io/tiff/parts.hpp"

#include "io/write.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>
#include <string>
#include <vector>

using namespace sluice;

namespace {

// One row of grey samples of 32 bit (format 1: unsigned, 3: float), with a text in a tag.
std::string tiff_of(const std::vector<float>& row, std::uint16_t bits, std::uint16_t format,
                    std::uint16_t tag, const std::string& text) {
    std::string file("II*\0\x08\0\0\0", 8);
    const auto put = [&](std::uint32_t value, int bytes) {
        for (int i = 0; i < bytes; ++i) file += static_cast<char>(value >> (8 * i));
    };
    const std::uint32_t entries = 9, text_at = 8 + 2 + 12 * entries + 4, data_at = text_at + 64;
    const auto size = static_cast<std::uint32_t>(row.size());
    const auto entry = [&](std::uint32_t number, std::uint32_t type, std::uint32_t count,
                           std::uint32_t value) {
        put(number, 2), put(type, 2), put(count, 4), put(value, 4);
    };
    put(entries, 2);
    const auto text_entry = [&] { entry(tag, 2, static_cast<std::uint32_t>(text.size()) + 1, text_at); };
    entry(256, 4, 1, size), entry(257, 4, 1, 1), entry(258, 3, 1, bits), entry(259, 3, 1, 1);
    entry(262, 3, 1, 1);
    if (tag < 273) text_entry();
    entry(273, 4, 1, data_at), entry(279, 4, 1, size * bits / 8), entry(339, 3, 1, format);
    if (tag > 339) text_entry();
    put(0, 4);
    file += text;
    file.resize(data_at, '\0');
    for (const float value : row) {
        std::uint32_t word = 0;
        if (format == 3)
            std::memcpy(&word, &value, 4);
        else
            word = static_cast<std::uint32_t>(value);
        put(word, bits / 8);
    }
    return file;
}

constexpr std::uint16_t gdal_nodata = 42113;

struct Taken {
    HostImage image;
    std::vector<std::string> said;
};
Taken taken(const std::string& file, const ReadOptions& options = {}) {
    Taken result;
    result.image = read(as_bytes(file), "test.tif", options,
                        [&](const std::string& text) { result.said.push_back(text); });
    return result;
}

std::vector<std::string> said_of_writing(const HostImage& image, const std::string& extension) {
    std::vector<std::string> said;
    encode(extension, image.view(), image.metadata, {},
           [&](const std::string& text) { said.push_back(text); });
    return said;
}

}  // namespace

TEST_CASE("the nodata value of floats is NaN in the image, and is itself again in a TIFF that is written") {
    if (known::no_tiff()) return;
    const Taken floats = taken(tiff_of({-9999, 1, 2, 0.1f}, 32, 3, gdal_nodata, " -9999.0 "));
    const float* row = floats.image.as<float>(0);
    CHECK(std::isnan(row[0]));
    CHECK(std::vector<float>(row + 1, row + 4) == std::vector<float>{1, 2, 0.1f});
    CHECK(floats.said.empty());
    CHECK(floats.image.metadata.nodata == -9999);
    CHECK(said_of_writing(floats.image, "tif").empty());
    const std::vector<std::uint8_t> written = encode("tif", floats.image.view(), floats.image.metadata);
    const HostImage kept = read(written, "kept.tif", {.nodata = {false, {}}});
    CHECK(kept.as<float>(0)[0] == -9999);
    CHECK(std::isnan(read(written, "again.tif").as<float>(0)[0]));
    // The text may have more digits than a float.
    CHECK(std::isnan(taken(tiff_of({0.1f, 1}, 32, 3, gdal_nodata, "0.100")).image.as<float>(0)[0]));
}

TEST_CASE("a user says that no value is nodata, or which one is") {
    if (known::no_tiff()) return;
    const std::string file = tiff_of({-9999, 7, 2}, 32, 3, gdal_nodata, "-9999");
    const HostImage none = taken(file, {.nodata = {false, {}}}).image;
    CHECK(none.as<float>(0)[0] == -9999);
    CHECK_FALSE(none.metadata.nodata.has_value());
    const HostImage seven = taken(file, {.nodata = {false, 7.0}}).image;
    CHECK(seven.as<float>(0)[0] == -9999);
    CHECK(std::isnan(seven.as<float>(0)[1]));
}

TEST_CASE("integers have no NaN: that their nodata value counts is said, and so is its loss") {
    if (known::no_tiff()) return;
    const Taken bytes = taken(tiff_of({255, 7}, 8, 1, gdal_nodata, "255.0"));
    CHECK(bytes.image.as<std::uint8_t>(0)[0] == 255);
    REQUIRE(bytes.said.size() == 1);
    CHECK(bytes.said[0].find("its nodata value 255 counts as a pixel") == 0);
    CHECK(said_of_writing(bytes.image, "png") ==
          std::vector<std::string>{
              "its nodata value 255 is lost: PNG of u8 cannot hold it; a .tif of f32 can"});
    CHECK(taken(tiff_of({255, 7}, 8, 1, gdal_nodata, "255"), {.nodata = {false, {}}}).said.empty());
}

TEST_CASE("integers are read as real numbers where the user names one that is no pixel") {
    if (known::no_tiff()) return;
    const std::string file = tiff_of({255, 7, 0}, 8, 1, gdal_nodata, "255");
    const ReadOptions options{.nodata = {false, 255.0}};
    const Taken bytes = taken(file, options);
    CHECK(bytes.said.empty());
    CHECK(bytes.image.format() == probe(as_bytes(file), "test.tif", options));
    CHECK(bytes.image.format().text() == "3x1 f32 x1 data");
    CHECK(std::isnan(bytes.image.as<float>(0)[0]));
    CHECK(bytes.image.as<float>(0)[1] == 7);
    const std::vector<std::uint8_t> written = encode("tif", bytes.image.view(), bytes.image.metadata);
    CHECK(read(written, "kept.tif", {.nodata = {false, {}}}).as<float>(0)[0] == 255);
    const Taken words = taken(tiff_of({65535, 1}, 16, 1, gdal_nodata, "65535"), {.nodata = {false, 1.0}});
    CHECK(words.image.as<float>(0)[0] == 65535);
    CHECK(std::isnan(words.image.as<float>(0)[1]));
}

TEST_CASE("colours of integers become real numbers in the lanes of a device too, and alpha is refused") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16}) {
        HostImage src({5, 3, 3, pixel});
        for (std::size_t y = 0; y < 3; ++y)
            for (std::size_t i = 0; i < 15; ++i) {
                if (pixel == Pixel::u8) src.as<std::uint8_t>(y)[i] = static_cast<std::uint8_t>(20 * y + i);
                if (pixel == Pixel::u16) src.as<std::uint16_t>(y)[i] = static_cast<std::uint16_t>(20 * y + i);
            }
        const std::vector<std::uint8_t> file = encode("png", src.view(), {});
        const ReadOptions options{.nodata = {false, 7.0}};
        const HostImage image = open_image(file, "test.png", options)->read({Layout::device}, {});
        CHECK(image.format() == probe(file, "test.png", options));
        CHECK(image.metadata.altered);
        const ConstHostView view = image.view();
        for (std::size_t y = 0; y < 3; ++y)
            for (std::size_t x = 0; x < 5; ++x)
                for (std::size_t c = 0; c < 3; ++c) {
                    const auto expected = static_cast<float>(20 * y + 3 * x + c);
                    const float found = reinterpret_cast<const float*>(view.row(y))[x * view.step() + c];
                    CHECK((expected == 7 ? std::isnan(found) : found == expected));
                }
    }
    const std::vector<std::uint8_t> alpha = encode("png", HostImage({2, 2, 4, Pixel::u8}).view(), {});
    CHECK_THROWS_WITH_AS(read(alpha, "test.png", {.nodata = {false, 7.0}}),
                         "test.png: its alpha already marks missing pixels; leave nodata=7 out", Error);
}
