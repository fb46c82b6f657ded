// Directories of EXIF that are found and laid out anew, without libtiff.
#include "tests/io/exif/text.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include "io/exif/fields.hpp"

#include <doctest/doctest.h>

using namespace sluice;

namespace {

using File = std::vector<std::uint8_t>;
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("fields become a block again, in the byte order that they have") {
    for (const bool big_endian : {false, true})
        for (const std::string kind : {"", "-bigtiff"}) {
            const std::string name = "exif" + kind + (big_endian ? "-big-endian" : "");
            CAPTURE(name);
            const std::string bytes = bytes_of(SLUICE_TEST_DATA "/tiff/" + name + ".tif");
            const ExifFields fields = exif_fields(as_bytes(bytes), known::ExifText(as_bytes(bytes)).first());
            CHECK(fields.tell());
            CHECK(fields.note);
            CHECK(!fields.damaged);
            CHECK(known::exif_lines(exif_block(fields)) == known::told(big_endian));
        }
}

TEST_CASE("fields that all refer to the same bytes do not make a block of any size") {
    constexpr std::size_t size = std::size_t{1} << 20;
    const auto made = [&](std::uint8_t count) {
        File file = {'I', 'I', '*', 0, 8, 0, 0, 0, 1, 0};
        const auto put = [&](std::size_t value, int bytes) {
            for (int i = 0; i < bytes; ++i) file.push_back(static_cast<std::uint8_t>(value >> 8 * i));
        };
        const auto field = [&](std::size_t tag, std::size_t type, std::size_t values, std::size_t at) {
            put(tag, 2), put(type, 2), put(values, 4), put(at, 4);
        };
        field(0x8769, 4, 1, 26);
        put(0, 4);
        put(count, 2);
        for (std::size_t i = 0; i < count; ++i) field(0xB000 + i, 7, size, 8);
        file.resize(8 + size);
        return file;
    };
    const File most = made(16), more = made(17);
    CHECK(!exif_fields(most, 8).damaged);
    CHECK(exif_block(exif_fields(most, 8)).size() < exif_most_bytes + 1000);
    CHECK(exif_fields(more, 8).damaged);
    CHECK(exif_block(exif_fields(more, 8)).size() < exif_most_bytes + 1000);
}

TEST_CASE("directories are laid out for BigTIFF too") {
    const std::string bytes = bytes_of(SLUICE_TEST_DATA "/tiff/exif.tif");
    const ExifFields fields = exif_fields(as_bytes(bytes), known::ExifText(as_bytes(bytes)).first());
    for (const bool big_endian : {false, true}) {
        // What is before them does not matter, but for the header.
        File wide = big_endian ? File{'M', 'M', 0, 43} : File{'I', 'I', 43, 0};
        wide.resize(1000);
        const ExifParts parts = exif_parts(fields, {big_endian, true}, wide.size());
        wide.insert(wide.end(), parts.bytes.begin(), parts.bytes.end());
        const known::ExifText text(wide);
        Lines lines = text.lines(parts.photo, "photo");
        const Lines gps = text.lines(parts.gps, "gps");
        lines.insert(lines.end(), gps.begin(), gps.end());
        const Lines all = known::told(big_endian);
        CHECK(lines == Lines(all.begin() + 8, all.end()));
    }
}
