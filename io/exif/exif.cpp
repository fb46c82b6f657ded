// Changes bytes in place. libexif would write all of a block anew, and lose makers' notes and unknown tags.
#include "io/exif/exif.hpp"

#include "io/exif/fields.hpp"
#include "io/exif/in_place.hpp"
#include "io/exif/orientation.hpp"
#include "io/resolution.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string_view>

namespace sluice {
namespace {

using namespace exif_type;

constexpr std::string_view identifier("Exif\0\0", 6);

enum Tag : std::uint16_t {
    image_width = 0x0100,
    image_height = 0x0101,
    orientation_tag = 0x0112,
    x_resolution = 0x011A,
    y_resolution = 0x011B,
    resolution_unit = 0x0128,
    thumbnail_offset = 0x0201,
    thumbnail_bytes = 0x0202,
    exif_directory = 0x8769,
    pixel_width = 0xA002,
    pixel_height = 0xA003,
};

}  // namespace

std::vector<std::uint8_t> upright_exif(Bytes exif) {
    if (has_magic(exif, identifier)) exif = exif.subspan(identifier.size());
    if (!has_magic(exif, std::string_view("II*\0", 4)) && !has_magic(exif, std::string_view("MM\0*", 4)))
        return {};
    std::vector<std::uint8_t> bytes(exif.begin(), exif.end());
    ExifInPlace block(bytes);
    block.set(block.first_directory(), orientation_tag, type_short, 1);
    // libexif told how to turn the picture: it must agree that there is nothing left to turn.
    if (exif_orientation(bytes) != 1) return {};
    return bytes;
}

std::vector<std::uint8_t> exif_for(Bytes exif, const ImageFormat& format) {
    std::vector<std::uint8_t> bytes(exif.begin(), exif.end());
    ExifInPlace block(bytes);
    const std::size_t first = block.first_directory();
    block.set(first, image_width, type_long, format.width);
    block.set(first, image_height, type_long, format.height);
    const std::size_t details = block.value(first, exif_directory);
    block.set(details, pixel_width, type_long, format.width);
    block.set(details, pixel_height, type_long, format.height);

    if (const std::size_t second = block.next_directory(first); second != 0) {
        const std::size_t start = block.value(second, thumbnail_offset);
        const std::size_t size = block.value(second, thumbnail_bytes);
        block.end_directories_after(first);
        if (start >= 8 && start <= bytes.size() && size <= bytes.size() - start) {
            // Nearly all cameras put it last; elsewhere, its place is kept, so that offsets stay right.
            if (start + size == bytes.size())
                bytes.resize(start);
            else
                std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(start), size, std::uint8_t{0});
        }
    }
    return bytes;
}

std::vector<std::uint8_t> exif_of_resolution(const Resolution& resolution) {
    if (resolution.empty()) return {};
    using Unit = Resolution::Unit;
    const Resolution src = resolution.unit == Unit::metre ? in_unit(resolution, Unit::inch) : resolution;
    ExifFields fields;
    const auto add = [&](std::uint16_t tag, std::uint16_t type, std::initializer_list<double> numbers) {
        std::vector<std::uint8_t>& data = fields.bytes.emplace_back();
        for (const double number : numbers)
            append_number(data, static_cast<std::uint32_t>(number), exif_size(type).number, false);
        fields.image.push_back({tag, type, data});
    };
    const auto add_fraction = [&](std::uint16_t tag, double value) {
        constexpr double most = 4294967295;
        const double parts = value == std::round(value) ? 1 : value < 1e6 ? 1000 : 1;
        add(tag, type_fraction, {std::min(std::round(value * parts), most), parts});
    };
    add_fraction(x_resolution, src.x);
    add_fraction(y_resolution, src.y);
    add(resolution_unit, type_short,
        {src.unit == Unit::inch         ? 2.0
         : src.unit == Unit::centimetre ? 3.0
                                        : 1.0});
    return exif_block(fields);
}

Resolution exif_resolution(Bytes exif) {
    if (has_magic(exif, identifier)) exif = exif.subspan(identifier.size());
    if (exif.size() < 8) return {};
    const ExifFields fields = exif_fields(exif, number_in(exif.subspan(4, 4), tiff_layout(exif).big_endian));
    double x = 0, y = 0;
    std::uint32_t unit = 2;  // inches, where it is not said
    for (const ExifField& field : fields.image) {
        const auto fraction = [&] {
            return double{1} * exif_number(fields, field, 0) / exif_number(fields, field, 1);
        };
        if (field.tag == x_resolution && field.type == type_fraction) x = fraction();
        if (field.tag == y_resolution && field.type == type_fraction) y = fraction();
        if (field.tag == resolution_unit) unit = exif_number(fields, field, 0);
    }
    using Unit = Resolution::Unit;
    return resolution_of(x, y, unit == 2 ? Unit::inch : unit == 3 ? Unit::centimetre : Unit::none);
}

std::string exif_description(Bytes exif) {
    constexpr std::uint16_t image_description = 0x010E;
    if (exif.size() < 8) return "";
    const ExifFields fields = exif_fields(exif, number_in(exif.subspan(4, 4), tiff_layout(exif).big_endian));
    for (const ExifField& field : fields.image)
        if (field.tag == image_description)
            return {field.data.begin(), std::find(field.data.begin(), field.data.end(), 0)};
    return "";
}

std::vector<std::uint8_t> upright_xmp(Bytes xmp) {
    std::string text(xmp.begin(), xmp.end());
    constexpr std::string_view name = "tiff:Orientation";
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
        at += name.size();
        // As an attribute, ="6", or as an element, >6<.
        const std::size_t digit = text.find_first_not_of(" \t\r\n=\"'>", at);
        if (digit != std::string::npos && digit > at && text[digit] >= '1' && text[digit] <= '8')
            text[digit] = '1';
    }
    return {text.begin(), text.end()};
}

std::vector<std::uint8_t> exif_with_resolution(const Metadata& metadata, const std::string& format,
                                               const Warn& warn) {
    if (metadata.exif.empty()) return exif_of_resolution(metadata.resolution);
    if (!metadata.resolution.empty() && exif_resolution(metadata.exif).empty())
        warn("its resolution is lost: its EXIF data does not say it, and " + format +
             " has no other place for it");
    return metadata.exif;
}

}  // namespace sluice
