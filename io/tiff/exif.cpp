// The directories below the picture's are read and written without libtiff: it knows some tags only, and
// makes fractions floats.
#include "io/tiff/exif.hpp"

#include "io/exif/exif.hpp"
#include "io/exif/fields.hpp"
#include "io/uncarried.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

namespace sluice {
namespace {

// What libtiff has no name for.
constexpr std::uint32_t rating = 0x4746, rating_percent = 0x4749, title = 0x9C9B, subject = 0x9C9F,
                        print = 0xC4A5;

TIFFFieldInfo number(std::uint32_t tag, const char* name) {
    return {tag, 1, 1, TIFF_SHORT, FIELD_CUSTOM, 1, 0, const_cast<char*>(name)};
}
TIFFFieldInfo bytes_of(std::uint32_t tag, TIFFDataType type, const char* name) {
    return {tag, TIFF_VARIABLE2, TIFF_VARIABLE2, type, FIELD_CUSTOM, 1, 1, const_cast<char*>(name)};
}

void name_tags(TIFF* tiff) {
    static const std::array fields = {
        number(rating, "Rating"),
        number(rating_percent, "RatingPercent"),
        bytes_of(title, TIFF_BYTE, "XPTitle"),
        bytes_of(0x9C9C, TIFF_BYTE, "XPComment"),
        bytes_of(0x9C9D, TIFF_BYTE, "XPAuthor"),
        bytes_of(0x9C9E, TIFF_BYTE, "XPKeywords"),
        bytes_of(subject, TIFF_BYTE, "XPSubject"),
        bytes_of(print, TIFF_UNDEFINED, "PrintIM"),
    };
    TIFFMergeFieldInfo(tiff, fields.data(), static_cast<std::uint32_t>(fields.size()));
}

bool set_text(TIFF* tiff, const ExifField& field) {
    constexpr std::uint16_t ascii = 2, utf8 = 129;
    if (field.type != ascii && field.type != utf8) return false;
    const std::string text(field.data.begin(), std::find(field.data.begin(), field.data.end(), 0));
    TIFFSetField(tiff, field.tag, text.c_str());
    // A second text may follow, as the editor's copyright does that of the photographer.
    return std::all_of(field.data.begin() + static_cast<std::ptrdiff_t>(text.size()), field.data.end(),
                       [](std::uint8_t byte) { return byte == 0; });
}

bool set_short(TIFF* tiff, const ExifFields& src, const ExifField& field, unsigned most) {
    const std::uint32_t value = exif_number(src, field, 0);
    if (field.type != TIFF_SHORT || value > most) return false;
    return TIFFSetField(tiff, field.tag, static_cast<int>(value)) == 1;
}

bool set_fraction(TIFF* tiff, const ExifFields& src, const ExifField& field) {
    const std::uint32_t below = exif_number(src, field, 1);
    if (field.type != TIFF_RATIONAL || below == 0) return false;
    return TIFFSetField(tiff, field.tag, double{1} * exif_number(src, field, 0) / below) == 1;
}

bool set_bytes(TIFF* tiff, const ExifField& field, TIFFDataType type) {
    if (field.type != type) return false;
    return TIFFSetField(tiff, field.tag, static_cast<std::uint32_t>(field.data.size()), field.data.data()) ==
           1;
}

// Whether all of the field went along.
bool set(TIFF* tiff, const ExifFields& src, const ExifField& field) {
    switch (field.tag) {
        case TIFFTAG_ORIENTATION: return true;  // is set
        case TIFFTAG_XRESOLUTION:
        case TIFFTAG_YRESOLUTION: return set_fraction(tiff, src, field);
        case TIFFTAG_RESOLUTIONUNIT:
            return exif_number(src, field, 0) > 0 && set_short(tiff, src, field, RESUNIT_CENTIMETER);
        case rating:
        case rating_percent: return set_short(tiff, src, field, 0xFFFF);
        case print: return set_bytes(tiff, field, TIFF_UNDEFINED);
        default: break;
    }
    if (title <= field.tag && field.tag <= subject) return set_bytes(tiff, field, TIFF_BYTE);
    return set_text(tiff, field);
}

// Of a tag that does not go along; "" where nobody misses it.
std::string_view name_of_left(std::uint16_t tag) {
    constexpr std::uint16_t first_private = 32768;
    switch (tag) {
        case TIFFTAG_IMAGEDESCRIPTION: return uncarried::stack;  // others go along
        case TIFFTAG_RICHTIFFIPTC: return uncarried::iptc;
        case TIFFTAG_PHOTOSHOP: return uncarried::resources;
        case 33550:  // ModelPixelScale, ModelTiepoint, ModelTransformation; keys and their values
        case 33922:
        case 34264:
        case 34735:
        case 34736:
        case 34737: return uncarried::geography;
        case 42112: return uncarried::gdal;
        case gdal_nodata_tag: return "";  // goes along by itself
        case 50838:
        case 50839: return uncarried::imagej;
        default: return tag < first_private ? "" : uncarried::private_tags;
    }
}

constexpr const char* note_is_lost =
    "the maker's note in its EXIF data is left out: moved, it would be unreadable";

}  // namespace

void read_tiff_exif(const TiffFile& file, const FileBytes& bytes, Metadata& metadata, const Warn& warn) {
    const ExifFields fields = exif_fields(bytes, TIFFCurrentDirOffset(file.get()));
    const char* description = nullptr;
    TIFFGetField(file.get(), TIFFTAG_IMAGEDESCRIPTION, &description);
    const bool shape_only = description != nullptr && *description == '{';  // which the tags say too
    for (const std::uint16_t tag : fields.left)
        if (const std::string_view name = name_of_left(tag); !name.empty())
            if (tag != TIFFTAG_IMAGEDESCRIPTION || !shape_only) leave(metadata, name);
    if (!fields.damaged && !fields.tell()) return;
    if (!fields.damaged) metadata.exif = upright_exif(exif_block(fields));
    if (metadata.exif.empty()) return warn("its EXIF data is left out: it is broken");
    if (fields.unknown_type) warn("some of its EXIF data is left out: its type is unknown");
    if (fields.note) warn(note_is_lost);
}

void set_tiff_exif(TiffFile& file, Bytes exif, const Warn& warn) {
    TIFF* tiff = file.get();
    if (exif.size() < 8) return;
    const ExifFields fields = exif_fields(exif, number_in(exif.subspan(4, 4), tiff_layout(exif).big_endian));
    bool all = !fields.damaged && !fields.unknown_type && fields.left.empty();
    name_tags(tiff);
    for (const ExifField& field : fields.image) all = set(tiff, fields, field) && all;

    const TiffLayout layout{std::endian::native == std::endian::big, TIFFIsBigTIFF(tiff) != 0};
    const ExifParts parts = exif_parts(fields, layout, file.end());
    file.append(parts.bytes);
    if (parts.photo != 0) TIFFSetField(tiff, TIFFTAG_EXIFIFD, parts.photo);
    if (parts.gps != 0) TIFFSetField(tiff, TIFFTAG_GPSIFD, parts.gps);
    if (!all) warn("some of its EXIF data is left out: it is broken, or TIFF has no place for it");
    if (fields.note) warn(note_is_lost);
}

}  // namespace sluice
