// EXIF as fields of directories: found in a file or a block with the structure of a TIFF, and laid out anew
// in another. Fields of unknown meaning go along, for their types say how to write them.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <list>
#include <set>
#include <span>
#include <vector>

namespace sluice {

struct TiffLayout {
    bool big_endian = false;
    bool wide = false;  // BigTIFF: counts and offsets of 64 bits
};

// Of a file or block that begins as a TIFF does.
TiffLayout tiff_layout(Bytes file);

namespace exif_tag {
constexpr std::uint16_t photo_directory = 0x8769;
constexpr std::uint16_t gps_directory = 0x8825;
constexpr std::uint16_t interop_directory = 0xA005;
constexpr std::uint16_t maker_note = 0x927C;
constexpr std::uint16_t user_comment = 0x9286;
}  // namespace exif_tag

// Types of fields, as TIFF numbers them.
namespace exif_type {
constexpr std::uint16_t type_short = 3;
constexpr std::uint16_t type_long = 4;
constexpr std::uint16_t type_fraction = 5;
constexpr std::uint16_t type_ifd = 13;
constexpr std::uint16_t type_long8 = 16;
constexpr std::uint16_t type_ifd8 = 18;
}  // namespace exif_type

// Bytes of a value of a type, and of the numbers in it. 0: a type that cannot be laid out anew: an unknown
// one, an offset, or one of BigTIFF only.
struct ExifSize {
    std::size_t value, number;
};
ExifSize exif_size(std::uint16_t type);

struct ExifField {
    std::uint16_t tag;
    std::uint16_t type;  // as TIFF numbers them; all have a size that is known
    Bytes data;          // in the layout that it was found in; never empty; ExifFields has it
};
using ExifDirectory = std::vector<ExifField>;  // by tag, each once

struct ExifFields {
    TiffLayout layout;
    ExifDirectory image;  // of the directory of the picture, what is said of the picture and not of its bytes
    ExifDirectory photo;  // the "EXIF IFD"
    ExifDirectory gps;
    ExifDirectory interop;  // below `photo`: interoperability
    ExifDirectory apart;    // of the picture's directory, the tags that were asked for

    // What is left out. The maker's note, since offsets in it count from the beginning of what it was in.
    bool damaged = false;          // fields or directories that cannot be read
    bool unknown_type = false;     // fields that cannot be laid out anew
    std::set<std::uint16_t> left;  // tags of `image` that may be about bytes, or are
    bool note = false;

    std::list<std::vector<std::uint8_t>> bytes;  // what the fields refer to

    // Whether more is known than which program wrote how many pixels an inch.
    bool tell() const;
};

// From the directory at `at`. Fields of the picture with a tag in `apart` are in ExifFields::apart alone.
// Whatever the bytes are, this ends, and takes at most `exif_most_bytes` of data.
ExifFields exif_fields(const FileBytes& file, std::uint64_t at, std::span<const std::uint16_t> apart = {});
inline ExifFields exif_fields(Bytes file, std::uint64_t at, std::span<const std::uint16_t> apart = {}) {
    return exif_fields(file_bytes(file), at, apart);
}
constexpr std::size_t exif_most_bytes = std::size_t{16} << 20;

// A block as Metadata keeps it, in the byte order of the fields.
std::vector<std::uint8_t> exif_block(const ExifFields& src);

// The directories below that of the picture, as bytes for an even place `at` of a file. 0: there is none.
struct ExifParts {
    std::vector<std::uint8_t> bytes;
    std::uint64_t photo = 0;
    std::uint64_t gps = 0;
};
ExifParts exif_parts(const ExifFields& src, TiffLayout layout, std::uint64_t at);

// A whole number of a field, or 0. `i` counts them; a fraction has two.
std::uint32_t exif_number(const ExifFields& src, const ExifField& field, std::size_t i);

}  // namespace sluice
