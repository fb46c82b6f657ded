// The directories below the picture's are read and written without libtiff: it knows some tags only, and
// makes fractions floats.
#include "io/tiff/exif.hpp"

#include "io/exif/exif.hpp"
#include "io/exif/fields.hpp"
#include "io/texts.hpp"
#include "io/uncarried.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <vector>

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
        case TIFFTAG_PHOTOSHOP: return uncarried::resources;
        case 42112: return uncarried::gdal;
        case gdal_nodata_tag: return "";  // goes along by itself
        case 50838:
        case 50839: return uncarried::imagej;
        default: return tag < first_private ? "" : uncarried::private_tags;
    }
}

// ModelPixelScale, ModelTiepoint, ModelTransformation; the keys and their values.
constexpr std::array<std::uint16_t, 6> geo_tags{33550, 33922, 34264, 34735, 34736, 34737};

constexpr std::array<std::uint16_t, 7> tags_apart() {
    std::array<std::uint16_t, 7> tags{TIFFTAG_RICHTIFFIPTC};
    std::copy(geo_tags.begin(), geo_tags.end(), tags.begin() + 1);
    return tags;
}

void name_geo_tags(TIFF* tiff) {
    static const auto field = [](std::uint32_t tag, TIFFDataType type, const char* name) -> TIFFFieldInfo {
        const short count = type == TIFF_ASCII ? TIFF_VARIABLE : TIFF_VARIABLE2;
        const unsigned char passes_count = type == TIFF_ASCII ? 0 : 1;
        return {tag, count, count, type, FIELD_CUSTOM, 1, passes_count, const_cast<char*>(name)};
    };
    static const std::array fields = {
        field(33550, TIFF_DOUBLE, "ModelPixelScaleTag"),     field(33922, TIFF_DOUBLE, "ModelTiepointTag"),
        field(34264, TIFF_DOUBLE, "ModelTransformationTag"), field(34735, TIFF_SHORT, "GeoKeyDirectoryTag"),
        field(34736, TIFF_DOUBLE, "GeoDoubleParamsTag"),     field(34737, TIFF_ASCII, "GeoAsciiParamsTag")};
    TIFFMergeFieldInfo(tiff, fields.data(), static_cast<std::uint32_t>(fields.size()));
}

// The numbers of a field, of types with as many bytes.
template <class T>
void set_numbers(TIFF* tiff, const ExifField& field, bool big_endian) {
    std::vector<T> numbers;
    for (std::size_t at = 0; at + sizeof(T) <= field.data.size(); at += sizeof(T)) {
        const std::uint64_t bits = number_in(field.data.subspan(at, sizeof(T)), big_endian);
        if constexpr (sizeof(T) == sizeof bits)
            numbers.push_back(std::bit_cast<T>(bits));
        else
            numbers.push_back(static_cast<T>(bits));
    }
    TIFFSetField(tiff, field.tag, static_cast<std::uint32_t>(numbers.size()), numbers.data());
}

// Some programs took the records for numbers of four bytes, and turned these over.
std::vector<std::uint8_t> iptc_of(const ExifField& field) {
    constexpr std::uint8_t begin_of_record = 0x1C;
    constexpr std::ptrdiff_t number = 4;
    std::vector<std::uint8_t> iptc(field.data.begin(), field.data.end());
    if (field.type == TIFF_LONG && iptc[0] != begin_of_record && iptc[3] == begin_of_record)
        for (auto at = iptc.begin(); iptc.end() - at >= number; at += number) std::reverse(at, at + number);
    return iptc;
}

void set_geo(TIFF* tiff, Bytes geo) {
    if (geo.size() < 8) return;
    const std::uint64_t first = number_in(geo.subspan(4, 4), tiff_layout(geo).big_endian);
    const ExifFields fields = exif_fields(geo, first, geo_tags);
    name_geo_tags(tiff);
    for (const ExifField& field : fields.apart) {
        const bool is_text = field.tag == 34737;
        if (field.type == TIFF_DOUBLE && !is_text) set_numbers<double>(tiff, field, fields.layout.big_endian);
        if (field.type == TIFF_SHORT && !is_text)
            set_numbers<std::uint16_t>(tiff, field, fields.layout.big_endian);
        if (field.type == TIFF_ASCII && is_text)
            TIFFSetField(tiff, field.tag, std::string(field.data.begin(), field.data.end()).c_str());
    }
}

constexpr const char* note_is_lost =
    "the maker's note in its EXIF data is left out: moved, it would be unreadable";

}  // namespace

void read_tiff_exif(const TiffFile& file, const FileBytes& bytes, Metadata& metadata, const Warn& warn) {
    const ExifFields fields = exif_fields(bytes, TIFFCurrentDirOffset(file.get()), tags_apart());
    ExifFields geo;
    geo.layout = fields.layout;
    for (const ExifField& field : fields.apart)
        if (field.tag == TIFFTAG_RICHTIFFIPTC)
            metadata.iptc = iptc_of(field);
        else
            geo.image.push_back(field);
    if (!geo.image.empty()) metadata.geo = exif_block(geo);
    for (const ExifField& field : fields.image)
        if (field.tag == TIFFTAG_IMAGEDESCRIPTION) add_text(metadata.texts, description_key, field.data);
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

void set_tiff_tags(TiffFile& file, const Metadata& metadata) {
    TIFF* tiff = file.get();
    const char* description = nullptr;
    if (!metadata.texts.empty() && TIFFGetField(tiff, TIFFTAG_IMAGEDESCRIPTION, &description) != 1)
        TIFFSetField(tiff, TIFFTAG_IMAGEDESCRIPTION, metadata.texts.front().text.c_str());
    if (!metadata.iptc.empty()) {
        // Some versions of libtiff take them as numbers of four bytes, others as bytes.
        const bool numbers = TIFFFieldDataType(TIFFFieldWithTag(tiff, TIFFTAG_RICHTIFFIPTC)) == TIFF_LONG;
        constexpr std::size_t number = sizeof(std::uint32_t);
        std::vector<std::uint8_t> iptc = metadata.iptc;
        if (numbers) iptc.resize((iptc.size() + number - 1) / number * number);
        TIFFSetField(tiff, TIFFTAG_RICHTIFFIPTC,
                     static_cast<std::uint32_t>(iptc.size() / (numbers ? number : 1)), iptc.data());
    }
    set_geo(tiff, metadata.geo);
}

}  // namespace sluice
