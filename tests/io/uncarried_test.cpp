// What a file says and sluice does not carry is said to be lost, once a file.
#include "tests/io/known_image.hpp"
#include "tests/io/png/parts.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;
using known::with_chunk;
using Texts = std::vector<std::string>;

namespace {

// What is said when the file is read, and written as `extension`.
Texts said(const std::string& file, const std::string& extension) {
    Texts warnings;
    const Warn warn = [&](const std::string& message) { warnings.push_back(message); };
    const HostImage image = read(as_bytes(file), "test", {}, warn);
    encode(extension, image.view(), image.metadata, {}, warn);
    return warnings;
}

std::string big16(std::size_t value) {
    return {static_cast<char>(value >> 8 & 255), static_cast<char>(value & 255)};
}

// The JPEG with a segment behind its start.
std::string with_segment(const std::string& jpeg, char marker, const std::string& data) {
    return jpeg.substr(0, 2) + "\xFF" + marker + big16(data.size() + 2) + data + jpeg.substr(2);
}

// An image resource of Photoshop without a name.
std::string resource(std::size_t number, const std::string& data) {
    return "8BIM" + big16(number) + std::string(2, '\0') +
           known::u32be(static_cast<std::uint32_t>(data.size())) + data + std::string(data.size() % 2, '\0');
}

struct Tag {
    std::uint16_t number, type;  // of the type: 2 text, 3 short, 12 double
    std::string data;
};

void append(std::string& bytes, std::size_t value, int size) {
    for (int i = 0; i < size; ++i) bytes.push_back(static_cast<char>(value >> 8 * i & 255));
}

// A TIFF of one grey pixel with those tags beside what it needs. REQUIRES: by number, from 270 on.
std::string tiff_with(const std::vector<Tag>& more) {
    const auto number = [](std::size_t value) {
        std::string data;
        append(data, value, 2);
        return data;
    };
    std::vector<Tag> tags{{256, 3, number(1)}, {257, 3, number(1)}, {258, 3, number(8)},
                          {259, 3, number(1)}, {262, 3, number(1)}, {273, 3, number(8)},
                          {277, 3, number(1)}, {278, 3, number(1)}, {279, 3, number(1)}};
    for (const Tag& tag : more)
        tags.insert(
            std::find_if(tags.begin(), tags.end(), [&](const Tag& t) { return t.number > tag.number; }), tag);
    std::string file("II*\0\x0a\0\0\0\x80\0", 10), beside;
    append(file, tags.size(), 2);
    const std::size_t end = file.size() + 12 * tags.size() + 4;
    for (const Tag& tag : tags) {
        append(file, tag.number, 2);
        append(file, tag.type, 2);
        append(file, tag.data.size() / (tag.type == 2 ? 1 : tag.type == 3 ? 2 : 8), 4);
        if (tag.data.size() <= 4) {
            file += tag.data + std::string(4 - tag.data.size(), '\0');
        } else {
            append(file, end + beside.size(), 4);
            beside += tag.data + std::string(tag.data.size() % 2, '\0');
        }
    }
    append(file, 0, 4);
    return file + beside;
}

}  // namespace

TEST_CASE("a JPEG's content credentials are said to be lost, in whatever is written") {
    const std::string plain = bytes_of(known::path("rgb.jpg"));
    for (const std::string extension : {"jpg", "png"}) {
        CHECK(said(plain, extension).empty());
        CHECK(said(with_segment(plain, '\xEB', "JP\x01"), extension) ==
              Texts{"it loses its content credentials, which sluice does not carry"
                    " (save.keep=none leaves metadata out on purpose)"});
    }
}

TEST_CASE("a JPEG's comments and IPTC data go along, and are said to be lost where they cannot") {
    const std::string plain = bytes_of(known::path("rgb.jpg"));
    const std::string iptc =
        std::string("Photoshop 3.0\0", 14) + resource(0x03ED, "ab") + resource(0x0404, "\x1C\x02x");
    const std::string both = with_segment(with_segment(plain, '\xFE', "a"), '\xED', iptc);
    CHECK(said(both, "jpg").empty());
    CHECK(said(both, "png").empty());
    CHECK(said(both, "bmp") ==
          Texts{"its IPTC data and texts are lost: sluice does not write them to BMP, but "
                "to .png, .jpg and .tif"
                " (save.keep=none leaves metadata out on purpose)"});
    const HostImage image = read(as_bytes(both), "test");
    CHECK(image.metadata.texts == std::vector<MetadataText>{{"Comment", "a"}});
    CHECK(image.metadata.iptc == std::vector<std::uint8_t>{0x1C, 0x02, 'x'});
    // Resources without IPTC, and broken ones.
    CHECK(read(as_bytes(
                   with_segment(plain, '\xED', std::string("Photoshop 3.0\0", 14) + resource(0x03ED, "ab"))),
               "test")
              .metadata.iptc.empty());
    CHECK(read(as_bytes(with_segment(plain, '\xED', iptc.substr(0, 20))), "test").metadata.iptc.empty());
}

TEST_CASE("a PNG's texts go along, but not which program wrote it and when") {
    const std::string plain = bytes_of(known::path("rgb8.png"));
    const std::string title("Title\0Dusk", 10), software("Software\0x", 10), date("date:create\0x", 13);
    CHECK(said(with_chunk(plain, "tEXt", title), "png").empty());
    CHECK(said(with_chunk(plain, "tEXt", title, known::ChunkPlace::behind_pixels), "jpg") ==
          Texts{"it loses texts (Title): JPEG holds a comment alone; .png holds all"});
    const HostImage image =
        read(as_bytes(with_chunk(with_chunk(plain, "tEXt", software), "tEXt", date)), "test");
    CHECK(image.metadata.texts.empty());
    const std::string exif("Raw profile type exif\0\nexif\n       2\n4141", 42);
    CHECK(said(with_chunk(plain, "tEXt", exif), "png") ==
          Texts{"it loses its raw profiles, which sluice does not carry"
                " (save.keep=none leaves metadata out on purpose)"});
}

TEST_CASE("a PSD's IPTC data go along, and its profile is said to be lost") {
    std::string psd = bytes_of(known::path("rgb8.psd"));
    const std::string resources = resource(0x040F, "profile") + resource(0x0404, "\x1C\x02x");
    const std::size_t length = 30;  // behind the header and the length of no palette
    REQUIRE(psd.substr(length, 8) == known::u32be(4) + "8BIM");
    psd.replace(length, 8, known::u32be(static_cast<std::uint32_t>(resources.size())) + resources);
    CHECK(said(psd, "png") == Texts{"it loses its colour profile, which sluice does not carry"
                                    " (save.keep=none leaves metadata out on purpose)"});
    CHECK(read(as_bytes(psd), "test").metadata.iptc == std::vector<std::uint8_t>{0x1C, 0x02, 'x'});
}

TEST_CASE("what places a TIFF on the earth or in a stack is said to be lost") {
    if (!can_write("tif")) return report_skip("sluice was built without libtiff");
    const std::string scale(24, '\0'), points(48, '\0');
    CHECK(said(tiff_with({}), "tif").empty());
    const std::string geo = tiff_with({{33550, 12, scale}, {33922, 12, points}});
    CHECK(said(geo, "tif").empty());
    CHECK(said(geo, "png") ==
          Texts{"its GeoTIFF tags are lost: sluice does not write them to PNG, but to .tif"
                " (save.keep=none leaves metadata out on purpose)"});
    CHECK(said(tiff_with({{42112, 2, std::string("<GDALMetadata/>\0", 16)}}), "png") ==
          Texts{"it loses its GDAL metadata, which sluice does not carry"
                " (save.keep=none leaves metadata out on purpose)"});
    for (const std::string description : {"ImageJ=1.53\nspacing=2.5", "<?xml version=\"1.0\"?><OME/>"})
        CHECK(said(tiff_with({{270, 2, description + std::string(1, '\0')}}), "tif") ==
              Texts{"it loses its description of a stack, which sluice does not carry"
                    " (save.keep=none leaves metadata out on purpose)"});
    CHECK(said(tiff_with({{270, 2, std::string("{\"shape\": [1, 1]}\0", 18)}}), "tif").empty());
    CHECK(said(tiff_with({{65000, 3, "ab"}}), "tif") ==
          Texts{"it loses its private tags, which sluice does not carry"
                " (save.keep=none leaves metadata out on purpose)"});
}
