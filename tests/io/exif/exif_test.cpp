// EXIF and XMP on their way from file to file.
#include "tests/corpora.hpp"
#include "tests/io/known_image.hpp"
#include "tests/places.hpp"

#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace sluice;

namespace {

using Block = std::vector<std::uint8_t>;

void put(std::string& out, std::size_t value, int size, bool big) {
    for (int i = 0; i < size; ++i) out += static_cast<char>(value >> 8 * (big ? size - 1 - i : i));
}

// An entry of one short or long.
std::string entry(std::size_t tag, int type, std::size_t value, bool big) {
    std::string out;
    put(out, tag, 2, big), put(out, static_cast<std::size_t>(type), 2, big), put(out, 1, 4, big);
    if (type == 3)
        put(out, value, 2, big), put(out, 0, 2, big);
    else
        put(out, value, 4, big);
    return out;
}

// Orientation, width and a sub-directory with the pixel dimensions (of 640 x 480); then a directory with a
// thumbnail of four bytes, and behind that `after`.
Block made(int orientation, bool big, const std::string& after = "") {
    constexpr std::size_t ifd0 = 8, sub = ifd0 + 2 + 3 * 12 + 4, ifd1 = sub + 2 + 2 * 12 + 4,
                          thumbnail = ifd1 + 2 + 2 * 12 + 4;
    std::string out = big ? std::string("MM\0*", 4) : std::string("II*\0", 4);
    put(out, ifd0, 4, big);
    put(out, 3, 2, big);
    out += entry(0x0100, 4, 640, big) + entry(0x0112, 3, static_cast<std::size_t>(orientation), big) +
           entry(0x8769, 4, sub, big);
    put(out, ifd1, 4, big);
    put(out, 2, 2, big);
    out += entry(0xA002, 3, 640, big) + entry(0xA003, 4, 480, big);
    put(out, 0, 4, big);
    put(out, 2, 2, big);
    out += entry(0x0201, 4, thumbnail, big) + entry(0x0202, 4, 4, big);
    put(out, 0, 4, big);
    out += "JPEG" + after;
    return {out.begin(), out.end()};
}

std::size_t number(const Block& block, std::size_t at, int size, bool big) {
    std::size_t value = 0;
    for (int i = 0; i < size; ++i)
        value |= std::size_t{block[at + static_cast<std::size_t>(i)]} << 8 * (big ? size - 1 - i : i);
    return value;
}

bool holds(const Block& block, const std::string& text) {
    return std::string(block.begin(), block.end()).find(text) != std::string::npos;
}

Metadata through(const char* extension, const HostImage& image, std::vector<std::string>& warnings) {
    const Warn warn = [&](const std::string& message) { warnings.push_back(message); };
    return read(encode(extension, image.view(), image.metadata, {}, warn), "test", {}, warn).metadata;
}

HostImage corpus(const std::string& name) {
    return read((std::filesystem::path(SLUICE_TEST_CORPORA) / name).string());
}

}  // namespace

TEST_CASE("a block of EXIF that is carried says that the picture is upright, and nothing else changes") {
    for (const bool big : {false, true})
        for (int orientation = 1; orientation <= 8; ++orientation) {
            const Block block = made(orientation, big);
            REQUIRE(exif_orientation(block) == orientation);
            const Block upright = upright_exif(block);
            CHECK(upright == made(1, big));
            CHECK(exif_orientation(upright) == 1);
        }
    CHECK(upright_exif({}).empty());
    CHECK(upright_exif(as_bytes("nonsense")).empty());
    const std::string named = std::string("Exif\0\0", 6);
    Block block(named.begin(), named.end());
    const Block bare = made(6, true);
    block.insert(block.end(), bare.begin(), bare.end());
    CHECK(upright_exif(block) == made(1, true));
}

TEST_CASE("EXIF is written with the size of the picture and without its old thumbnail") {
    ImageFormat format{300, 70000, 3};
    for (const bool big : {false, true}) {
        const Block block = exif_for(made(1, big), format);
        CHECK(block.size() == made(1, big).size() - 4);  // the thumbnail
        CHECK(!holds(block, "JPEG"));
        CHECK(number(block, 8 + 2 + 8, 4, big) == 300);  // ImageWidth
        CHECK(number(block, 8 + 2 + 36, 4, big) == 0);   // no second directory
        const std::size_t sub = 8 + 2 + 36 + 4;
        CHECK(number(block, sub + 2 + 8, 4, big) == 300);         // PixelXDimension, which was a short
        CHECK(number(block, sub + 2 + 12 + 8, 4, big) == 70000);  // PixelYDimension
        // What lies behind a thumbnail stays in its place.
        const Block longer = exif_for(made(1, big, "notes"), format);
        CHECK(longer.size() == made(1, big, "notes").size());
        CHECK(holds(longer, std::string(4, '\0') + "notes"));
    }
    CHECK(exif_for({}, format).empty());
}

TEST_CASE("a block of EXIF cut or changed anywhere does no harm") {
    const Block whole = made(6, false);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const Block part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(exif_orientation(upright_exif(part)) == 1);
        exif_for(part, {5, 3, 3});
    }
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int value : {0, 1, 0x7F, 0xFF}) {
            Block block = whole;
            block[at] = static_cast<std::uint8_t>(value);
            CHECK(exif_orientation(upright_exif(block)) == 1);
            exif_for(block, {5, 3, 3});
        }
}

TEST_CASE("XMP that is carried says that the picture is upright, in each of its ways to write it") {
    const auto upright = [](const std::string& text) {
        const Block packet = upright_xmp(as_bytes(text));
        return std::string(packet.begin(), packet.end());
    };
    CHECK(upright("<r tiff:Orientation=\"6\" a=\"7\"/>") == "<r tiff:Orientation=\"1\" a=\"7\"/>");
    CHECK(upright("<r tiff:Orientation = '8'/>") == "<r tiff:Orientation = '1'/>");
    CHECK(upright("<tiff:Orientation>3</tiff:Orientation>x=\"6\"") ==
          "<tiff:Orientation>1</tiff:Orientation>x=\"6\"");
    CHECK(upright("<tiff:OrientationNote>6") == "<tiff:OrientationNote>6");
    CHECK(upright("tiff:Orientation") == "tiff:Orientation");
    CHECK(upright("") == "");
}

TEST_CASE("EXIF, XMP and profile go through JPEG and PNG") {
    if (no_corpora()) return;
    const HostImage image = corpus("icc_exif/paris_exif_xmp_icc.jpg");
    REQUIRE(!image.metadata.exif.empty());
    REQUIRE(!image.metadata.xmp.empty());
    REQUIRE(!image.metadata.icc.empty());
    for (const char* extension : {"jpg", "png"}) {
        CAPTURE(extension);
        std::vector<std::string> warnings;
        const Metadata carried = through(extension, image, warnings);
        CHECK(warnings.empty());
        CHECK(carried.exif == exif_for(image.metadata.exif, image.format()));
        CHECK(carried.xmp == image.metadata.xmp);
        CHECK(carried.icc == image.metadata.icc);
    }
}

TEST_CASE("a picture that lay on its side is written upright, and its EXIF says so") {
    if (no_corpora()) return;
    const HostImage image = corpus("icc_exif/paris_exif_orientation_5.jpg");
    REQUIRE(!image.metadata.exif.empty());
    CHECK(exif_orientation(image.metadata.exif) == 1);
    for (const char* extension : {"jpg", "png"}) {
        std::vector<std::string> warnings;
        const std::vector<std::uint8_t> file = encode(extension, image.view(), image.metadata);
        const HostImage again = read(file, "test");
        CHECK(again.format() == image.format());
        CHECK(exif_orientation(again.metadata.exif) == 1);
    }
}

TEST_CASE("EXIF of photographs loses its thumbnail and keeps what is said of the camera") {
    if (no_corpora()) return;
    const std::pair<const char*, const char*> photos[] = {
        {"photo_jpeg_camera/Canon_EOS_D60.jpg", "Canon EOS D60"},
        {"photo_jpeg_camera/Nikon_E900__1_.jpg", "E900"}};
    for (const auto& photo : photos) {
        const auto [name, camera] = photo;
        CAPTURE(photo.first);
        const HostImage image = corpus(name);
        REQUIRE(holds(image.metadata.exif, camera));
        std::vector<std::string> warnings;
        const Metadata carried = through("jpg", image, warnings);
        CHECK(warnings.empty());
        CHECK(holds(carried.exif, camera));
        CHECK(!holds(carried.exif, "\xFF\xD8\xFF"));  // the beginning of a JPEG
        CHECK(carried.exif.size() <= image.metadata.exif.size());
    }
}

TEST_CASE("what a file cannot hold is lost with one warning, and segments of JPEG have their limit") {
    HostImage image = known::image(known::rgb());
    image.metadata.exif = made(1, false);
    std::vector<std::string> warnings;
    CHECK(through("bmp", image, warnings).empty());
    CHECK(warnings == std::vector<std::string>{
                          "its EXIF data is lost: sluice does not write it to BMP, but to .png, .jpg and .tif"
                          " (save.keep=none leaves metadata out on purpose)"});
    const std::string packet = "<x:xmpmeta/>";
    image.metadata.xmp.assign(packet.begin(), packet.end());
    warnings.clear();
    CHECK(through("bmp", image, warnings).empty());
    CHECK(warnings == std::vector<std::string>{"its EXIF data and XMP data are lost: sluice does not write "
                                               "them to BMP, but to .png, .jpg and .tif"
                                               " (save.keep=none leaves metadata out on purpose)"});

    image.metadata.xmp.assign(70000, 'x');
    warnings.clear();
    CHECK(through("jpg", image, warnings).xmp.empty());
    CHECK(warnings == std::vector<std::string>{"its XMP data is lost: in JPEG it can have at most 64 KiB"});
    warnings.clear();
    CHECK(through("png", image, warnings).xmp == image.metadata.xmp);
    CHECK(warnings.empty());
}
