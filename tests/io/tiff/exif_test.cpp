// EXIF out of TIFF files that Python wrote (tests/data/tiff), and into files and back.
#include "tests/corpora.hpp"
#include "tests/io/exif/text.hpp"
#include "tests/io/tiff/parts.hpp"
#include "tests/temporary_folder.hpp"

#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/save_format.hpp"
#include "io/write.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

using namespace sluice;
using known::exif_lines;
using known::no_tiff;
using known::told;

namespace {

using File = std::vector<std::uint8_t>;
using Lines = std::vector<std::string>;

const std::string broken = "its EXIF data is left out: it is broken";
const std::string partly = "some of its EXIF data is left out: it is broken, or TIFF has no place for it";
const std::string note = "the maker's note in its EXIF data is left out: moved, it would be unreadable";

// The same as it is written with the size of the picture, 5 x 3.
Lines sized(Lines lines) {
    std::replace(lines.begin(), lines.end(), std::string("photo A002 4 100000"),
                 std::string("photo A002 4 5"));
    return lines;
}

File data(const std::string& name) {
    const std::string bytes = bytes_of(known::tiff_path(name));
    return {bytes.begin(), bytes.end()};
}

struct Read {
    HostImage image;
    Lines warnings;
};

Read take(Bytes file, int page = 1, bool lenient = false) {
    Read result;
    ReadOptions options;
    options.page = page;
    options.lenient = lenient;
    options.max_bytes = 1 << 20;
    result.image =
        read(file, "test", options, [&](const std::string& message) { result.warnings.push_back(message); });
    return result;
}

File give(const char* extension, const HostImage& image, Lines* warnings = nullptr) {
    return encode(extension, image.view(), image.metadata, {}, [&](const std::string& message) {
        if (warnings != nullptr) warnings->push_back(message);
    });
}

// Where a little-endian TIFF has the entry of a tag, in the directory at `at`.
std::size_t entry(const File& file, std::size_t at, unsigned tag) {
    for (std::size_t i = at + 2;; i += 12)
        if ((file.at(i) | file.at(i + 1) << 8) == static_cast<int>(tag)) return i;
}
std::size_t u32(const File& file, std::size_t at) {
    return file[at] | file[at + 1] << 8 | file[at + 2] << 16 | std::size_t{file[at + 3]} << 24;
}
File with_u32(File file, std::size_t at, std::size_t value) {
    for (std::size_t i = 0; i < 4; ++i) file[at + i] = static_cast<std::uint8_t>(value >> 8 * i);
    return file;
}

}  // namespace

TEST_CASE("EXIF of a TIFF, whatever its byte order and offsets, becomes a block") {
    if (no_tiff()) return;
    for (const std::string name : {"exif", "exif-big-endian", "exif-bigtiff", "exif-bigtiff-big-endian"}) {
        CAPTURE(name);
        const known::Loaded loaded = known::load_tiff(name);
        const bool big_endian = name.find("big-endian") != std::string::npos;
        CHECK(exif_lines(loaded.image.metadata.exif) == told(big_endian));
        CHECK(exif_orientation(loaded.image.metadata.exif) == 1);
        REQUIRE(loaded.warnings.size() == 2);
        CHECK(loaded.warnings[0] == note);
        CHECK(loaded.warnings[1].find("only page 1 of 2") == 0);
    }
}

TEST_CASE("EXIF goes from TIFF to TIFF, PNG and JPEG and back, and nothing is lost on the way") {
    if (no_tiff()) return;
    for (const std::string name : {"exif", "exif-big-endian", "exif-bigtiff-big-endian"}) {
        const HostImage image = read(known::tiff_path(name));
        const bool big_endian = name.find("big-endian") != std::string::npos;
        for (const char* extension : {"jpg", "png", "tif"}) {
            CAPTURE(name);
            CAPTURE(extension);
            Lines warnings;
            const Read once = take(give(extension, image, &warnings));
            const bool is_tiff = extension == std::string("tif");
            CHECK(exif_lines(once.image.metadata.exif) == sized(told(big_endian && !is_tiff)));
            const Read again = take(give("tif", once.image, &warnings));
            CHECK(exif_lines(again.image.metadata.exif) == sized(told(false)));
            CHECK(again.warnings.empty());
            CHECK(warnings.empty());
        }
    }
}

TEST_CASE("a TIFF that is written has EXIF where other programs look for it") {
    if (no_tiff()) return;
    const HostImage image = read(known::tiff_path("exif-big-endian"));
    const File file = give("tif", image);
    const Lines lines = exif_lines(file);
    for (const std::string& line : sized(told(false))) {
        CAPTURE(line);
        CHECK(std::count(lines.begin(), lines.end(), line) == 1);
    }
    const File bare = encode("tif", image.view());
    for (const std::string& line : exif_lines(bare)) CHECK(line.find("image 01") == 0);
    CHECK(take(bare).image.metadata.exif.empty());
}

TEST_CASE("layers have the EXIF on their first page") {
    if (no_tiff()) return;
    ImageFormat format{5, 3, 1};
    format.layers = 3;
    HostImage image(format);
    image.metadata.exif = read(known::tiff_path("exif")).metadata.exif;
    const File file = give("tif", image);
    CHECK(exif_lines(take(file, 0).image.metadata.exif) == sized(told(false)));
    CHECK(exif_lines(take(file, 1).image.metadata.exif) == sized(told(false)));
    CHECK(take(file, 2).image.metadata.empty());
    CHECK(take(file, 3).image.metadata.empty());
    const known::ExifText text(file);
    const auto below = [](const std::string& line) { return line.find("image") != 0; };
    const Lines first = text.lines(text.first()), second = text.lines(text.next(text.first()));
    CHECK(std::count_if(first.begin(), first.end(), below) == 13);
    CHECK(std::count_if(second.begin(), second.end(), below) == 0);
    CHECK(std::count(first.begin(), first.end(), "image 010F 2 Maker") == 1);
    CHECK(std::count(second.begin(), second.end(), "image 010F 2 Maker") == 0);
}

TEST_CASE("what a program says of its pages is not carried to files with other pages") {
    if (no_tiff()) return;
    const known::Loaded loaded = known::load_tiff("imagej");
    CHECK(loaded.image.metadata.empty());
    CHECK(loaded.warnings.empty());
}

TEST_CASE("what a block has and TIFF cannot hold is left out with a warning") {
    if (no_tiff()) return;
    // Directory at 8: two texts of copyright, a profile of cameras that nobody knows; then one with a note.
    const auto block = [](File fields, std::uint8_t count) {
        fields.insert(fields.begin(), {'I', 'I', '*', 0, 8, 0, 0, 0, count, 0});
        fields.insert(fields.end(), 4, 0);
        return fields;
    };
    HostImage image = known::image(known::rgb());
    const auto carried = [&](const File& exif, Lines& warnings) {
        image.metadata.exif = exif;
        return exif_lines(take(give("tif", image, &warnings)).image.metadata.exif);
    };
    Lines warnings;
    CHECK(carried(block({0x98, 0x82, 2, 0, 4, 0, 0, 0, 'A', 0, 'B', 0}, 1), warnings) ==
          Lines{"image 0112 3 1", "image 8298 2 A"});
    CHECK(warnings == Lines{partly});
    warnings.clear();
    CHECK(
        carried(block({0x0F, 1, 2, 0, 2, 0, 0, 0, 'M', 0, 0, 0, 0x99, 0x99, 3, 0, 1, 0, 0, 0, 7, 0, 0, 0}, 2),
                warnings) == Lines{"image 010F 2 M", "image 0112 3 1"});
    CHECK(warnings == Lines{partly});
    warnings.clear();
    CHECK(carried(block({0x0E, 1, 2, 0, 4, 0, 0, 0, '{', '"', '}', 0}, 1), warnings) ==
          Lines{"image 010E 2 {\"}", "image 0112 3 1"});
    CHECK(warnings.empty());
    // Tags that libtiff has no names for; a resolution that is none.
    CHECK(
        carried(
            block({0x46, 0x47, 3, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0x9B, 0x9C, 1, 0, 4, 0, 0, 0, 'T', 0, 0, 0}, 2),
            warnings) == Lines{"image 0112 3 1", "image 4746 3 4", "image 9C9B 1 84 0 0 0"});
    CHECK(warnings.empty());
    CHECK(carried(block({0x28, 1, 3, 0, 1, 0, 0, 0, 9, 0, 0, 0}, 1), warnings).empty());
    CHECK(warnings == Lines{partly});
    warnings.clear();
    // The details follow the first directory: a maker's note and a speed.
    File details = block({0x69, 0x87, 4, 0, 1, 0, 0, 0, 26, 0, 0, 0}, 1);
    const File second =
        block({0x27, 0x88, 3, 0, 1, 0, 0, 0, 100, 0, 0, 0, 0x7C, 0x92, 7, 0, 2, 0, 0, 0, 1, 2, 0, 0}, 2);
    details.insert(details.end(), second.begin() + 8, second.end());
    CHECK(carried(details, warnings) == Lines{"image 0112 3 1", "photo 8827 3 100"});
    CHECK(warnings == Lines{note});
}

TEST_CASE("directories that are damaged cost a TIFF its EXIF, and nothing else") {
    if (no_tiff()) return;
    const File whole = data("exif");
    const HostImage right = known::image({known::grey});
    const std::size_t first = u32(whole, 4), photo = entry(whole, first, 0x8769),
                      gps = entry(whole, first, 0x8825);
    const std::size_t inside = u32(whole, photo + 8), speed = entry(whole, inside, 0x829A),
                      interop = entry(whole, inside, 0xA005);
    const auto loses = [&](const File& file) {
        const Read result = take(file);
        CHECK(known::difference(result.image, right) == "");
        CHECK(result.image.metadata.exif.empty());
        CHECK(std::count(result.warnings.begin(), result.warnings.end(), broken) == 1);
    };
    for (const std::size_t pointer : {photo, gps, interop})
        for (const std::size_t to :
             {first, inside, whole.size() - 1, whole.size(), std::size_t{0xFFFFFFFF}}) {
            CAPTURE(to);
            if (pointer == photo && to == inside) continue;  // as it is
            loses(with_u32(whole, pointer + 8, to));
        }
    for (const std::size_t count : {std::size_t{0xFFFFFFFF}, std::size_t{0x20000001}, std::size_t{1000}})
        loses(with_u32(whole, speed + 4, count));
    loses(with_u32(whole, speed + 8, whole.size() - 7));
    loses(with_u32(whole, inside, 0xFFFFFFFF));     // more fields than the file has bytes
    loses(with_u32(whole, photo + 2, 0x00010002));  // a pointer that is text
}

TEST_CASE("a TIFF with EXIF, cut or changed anywhere, is read or refused, and what is read can be written") {
    if (no_tiff()) return;
    const auto read_and_write = [](const File& file) {
        try {
            const Read result = take(file, 1, true);
            CHECK(exif_orientation(result.image.metadata.exif) == 1);
            const ImageFormat& format = result.image.format();
            if (writable("tif", format) == format) take(give("tif", result.image));
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::input);
        }
    };
    for (const std::string name : {"exif", "exif-bigtiff-big-endian"}) {
        CAPTURE(name);
        const File whole = data(name);
        for (std::size_t at = 0; at < whole.size(); ++at) {
            CAPTURE(at);
            read_and_write(File(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at)));
            for (const int value : {0, 1, 0x7F, 0xFF, whole[at] ^ 1, whole[at] + 4}) {
                File file = whole;
                file[at] = static_cast<std::uint8_t>(value);
                read_and_write(file);
            }
        }
    }
}

TEST_CASE("a block of EXIF changed anywhere is written to TIFF, and read again without damage") {
    if (no_tiff()) return;
    HostImage image = known::image({known::grey});
    const File whole = read(known::tiff_path("exif-big-endian")).metadata.exif;
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (const int value : {0, 1, 0x7F, 0xFF, whole[at] ^ 2}) {
            CAPTURE(at);
            image.metadata.exif = whole;
            image.metadata.exif[at] = static_cast<std::uint8_t>(value);
            const Read again = take(give("tif", image));
            CHECK(std::count(again.warnings.begin(), again.warnings.end(), broken) == 0);
            image.metadata.exif.resize(at);
            take(give("tif", image));
        }
}

TEST_CASE("EXIF of cameras goes through TIFF, but for the maker's note") {
    if (no_tiff() || no_corpora()) return;
    for (const char* name : {"photo_jpeg_camera/Olympus_C960.jpg", "photo_jpeg_camera/Nikon_E900__1_.jpg"}) {
        CAPTURE(name);
        const HostImage image = read((std::filesystem::path(SLUICE_TEST_CORPORA) / name).string());
        Lines expected = exif_lines(exif_for(image.metadata.exif, image.format()));
        Lines warnings;
        const HostImage again = read(give("tif", image, &warnings), "test");
        const Lines carried = exif_lines(again.metadata.exif);
        for (const std::string& line : expected) {
            if (line.find("photo 927C") == 0 || line.find("image 0213") == 0) continue;  // YCbCrPositioning
            CAPTURE(line);
            CHECK(std::count(carried.begin(), carried.end(), line) == 1);
        }
        CHECK(warnings == Lines{note});
    }
}
