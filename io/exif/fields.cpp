#include "io/exif/fields.hpp"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

using namespace exif_tag;
using namespace exif_type;

constexpr std::size_t most_fields = 4096;  // of a directory; libtiff takes no more either

// What to do with the fields of the picture's directory. Those that are not in the table are unknown.
enum class Use { tells, along, bytes };
struct Row {
    std::uint16_t first, last;
    Use use;
};
constexpr std::array image_tags = {
    Row{0x00FE, 0x010A, Use::bytes},  // size, depth, compression, colours
    Row{0x010D, 0x0110, Use::tells},  // DocumentName, ImageDescription, Make, Model
    Row{0x0111, 0x0111, Use::bytes},  // StripOffsets
    Row{0x0112, 0x0112, Use::along},  // Orientation
    Row{0x0115, 0x0119, Use::bytes},  // samples, strips
    Row{0x011A, 0x011B, Use::along},  // XResolution, YResolution
    Row{0x011C, 0x011F, Use::bytes},  // PlanarConfiguration; place on a page
    Row{0x0128, 0x0128, Use::along},  // ResolutionUnit
    Row{0x0129, 0x012D, Use::bytes},  // PageNumber, TransferFunction
    Row{0x0131, 0x0131, Use::along},  // Software
    Row{0x0132, 0x0132, Use::tells},  // DateTime
    Row{0x013B, 0x013B, Use::tells},  // Artist
    Row{0x013C, 0x013C, Use::along},  // HostComputer
    Row{0x013D, 0x0153, Use::bytes},  // predictor, white point, colour maps, tiles, extra samples
    Row{0x0200, 0x0214, Use::bytes},  // JPEG, YCbCr, ReferenceBlackWhite
    Row{0x02BC, 0x02BC, Use::bytes},  // XMP, which goes along by itself
    Row{0x4746, 0x4746, Use::tells},  // Rating
    Row{0x4749, 0x4749, Use::tells},  // RatingPercent
    Row{0x8298, 0x8298, Use::tells},  // Copyright
    Row{0x8773, 0x8773, Use::bytes},  // the profile
    Row{0x9C9B, 0x9C9F, Use::tells},  // Windows: title, comment, author, keywords, subject
    Row{0xC4A5, 0xC4A5, Use::along},  // PrintIM
    Row{0xEA1C, 0xEA1D, Use::bytes},  // padding of Windows
};

const Row* row_of(std::uint16_t tag) {
    for (const Row& row : image_tags)
        if (row.first <= tag && tag <= row.last) return &row;
    return nullptr;
}

// Descriptions that programs, not people, read: how many pages lie where. Of another file they are wrong.
bool is_of_program(const ExifField& field) {
    if (field.tag != 0x010E) return false;
    for (const char* start : {"ImageJ=", "SCIFIO=", "{\"shape\"", "<?xml", "<OME"})
        if (has_magic(field.data, start)) return true;
    return false;
}

class Finder {
public:
    Finder(const FileBytes& file, std::span<const std::uint16_t> apart, ExifFields& dst)
        : file_(file), apart_(apart), dst_(dst) {}

    using Member = ExifDirectory ExifFields::*;

    // Ends, since below `image` no directory is of the kind of one above it.
    void find(std::uint64_t at, Member member) {
        const std::size_t head = wide() ? 8 : 2, entry_size = wide() ? 20 : 12;
        if (std::find(visited_.begin(), visited_.end(), at) != visited_.end() || !inside(at, head))
            return damaged();
        visited_.push_back(at);
        const std::uint64_t count = get(at, head);
        if (count > most_fields || !inside(at + head, count * entry_size)) return damaged();
        for (std::uint64_t i = 0; i < count; ++i) take(at + head + i * entry_size, member);

        in_order(dst_.*member);
        if (member == &ExifFields::image) in_order(dst_.apart);
    }

private:
    static void in_order(ExifDirectory& fields) {
        std::stable_sort(fields.begin(), fields.end(),
                         [](const ExifField& a, const ExifField& b) { return a.tag < b.tag; });
        const auto same = [](const ExifField& a, const ExifField& b) { return a.tag == b.tag; };
        fields.erase(std::unique(fields.begin(), fields.end(), same), fields.end());
    }

    bool wide() const { return dst_.layout.wide; }
    void damaged() { dst_.damaged = true; }
    bool inside(std::uint64_t at, std::uint64_t size) const {
        return at <= file_.size && size <= file_.size - at;
    }
    std::uint64_t get(std::uint64_t at, std::size_t size) const {
        return number_in(file_.at(at, size), dst_.layout.big_endian);
    }

    void take(std::uint64_t entry, Member member) {
        const auto tag = static_cast<std::uint16_t>(get(entry, 2));
        const auto type = static_cast<std::uint16_t>(get(entry + 2, 2));
        const std::size_t word = wide() ? 8 : 4;
        const std::uint64_t count = get(entry + 4, word), value = entry + 4 + word;
        const bool image = member == &ExifFields::image;
        if (image && tag == photo_directory) return below(type, value, &ExifFields::photo);
        if (image && tag == gps_directory) return below(type, value, &ExifFields::gps);
        if (member == &ExifFields::photo && tag == interop_directory)
            return below(type, value, &ExifFields::interop);
        if (member == &ExifFields::photo && tag == maker_note) {
            dst_.note = true;
            return;
        }
        const Row* row = image ? row_of(tag) : nullptr;
        const bool apart = image && std::find(apart_.begin(), apart_.end(), tag) != apart_.end();
        if (image && !apart && row == nullptr) dst_.left.insert(tag);
        if (image && !apart && (row == nullptr || row->use == Use::bytes)) return;

        const std::size_t size = exif_size(type).value;
        if (size == 0) dst_.unknown_type = true;
        if (size == 0 || count == 0) return;
        const auto fail = [&] {  // what is apart says nothing about the others
            if (!apart) damaged();
        };
        if (count > exif_most_bytes / size) return fail();
        const std::uint64_t place = count * size <= word ? value : get(value, word);
        if (!inside(place, count * size) || taken_ + count * size > exif_most_bytes) return fail();
        taken_ += count * size;
        const Bytes found = file_.at(place, count * size);
        if (found.size() < count * size) return fail();  // it has become shorter
        dst_.bytes.emplace_back(found.begin(), found.end());
        const ExifField field{tag, type, dst_.bytes.back()};
        if (image && is_of_program(field))
            dst_.left.insert(tag);
        else
            (apart ? dst_.apart : dst_.*member).push_back(field);
    }

    void below(std::uint16_t type, std::uint64_t value, Member member) {
        const bool wide_type = type == type_long8 || type == type_ifd8;
        if (!wide_type && type != type_long && type != type_ifd) return damaged();
        if (wide_type && !wide()) return damaged();
        find(get(value, wide_type ? 8 : 4), member);
    }

    const FileBytes& file_;
    std::span<const std::uint16_t> apart_;
    ExifFields& dst_;
    std::vector<std::uint64_t> visited_;
    std::uint64_t taken_ = 0;
};

}  // namespace

ExifSize exif_size(std::uint16_t type) {
    switch (type) {
        case 1:
        case 2:
        case 6:
        case 7:
        case 129: return {1, 1};  // the last is text in UTF-8
        case 3:
        case 8: return {2, 2};
        case 4:
        case 9:
        case 11: return {4, 4};
        case 5:
        case 10: return {8, 4};  // fractions
        case 12: return {8, 8};
        default: return {0, 0};
    }
}

TiffLayout tiff_layout(Bytes file) {
    const bool big_endian = has_magic(file, "M");
    return {big_endian, has_magic(file, "+", big_endian ? 3 : 2)};
}

bool ExifFields::tell() const {
    const auto tells = [](const ExifField& field) {
        const Row* row = row_of(field.tag);
        return row != nullptr && row->use == Use::tells;
    };
    return !photo.empty() || !gps.empty() || std::any_of(image.begin(), image.end(), tells);
}

ExifFields exif_fields(const FileBytes& file, std::uint64_t at, std::span<const std::uint16_t> apart) {
    ExifFields dst;
    dst.layout = tiff_layout(file.at(0, 4));
    Finder(file, apart, dst).find(at, &ExifFields::image);
    return dst;
}

std::uint32_t exif_number(const ExifFields& src, const ExifField& field, std::size_t i) {
    const std::size_t size = exif_size(field.type).number;
    if (size > 4 || field.data.size() / size <= i) return 0;
    return static_cast<std::uint32_t>(number_in(field.data.subspan(i * size, size), src.layout.big_endian));
}

}  // namespace sluice
