#include "io/exif/position.hpp"

#include "io/exif/fields.hpp"
#include "io/exif/in_place.hpp"
#include "io/exif/xmp_properties.hpp"

#include <algorithm>
#include <string_view>

namespace sluice {
namespace {

ExifFields fields_of_block(Bytes exif) {
    if (exif.size() < 8) return {};
    return exif_fields(exif, number_in(exif.subspan(4, 4), tiff_layout(exif).big_endian));
}

constexpr std::string_view position_property = ":GPS";

}  // namespace

bool remove_position_of_exif(std::vector<std::uint8_t>& exif) {
    ExifInPlace block(exif);
    bool sound = true;
    const std::size_t first = block.first_directory();
    for (const std::size_t directory : {first, block.next_directory(first)}) {
        const std::size_t gps = block.value(directory, exif_tag::gps_directory);
        if (gps == 0) continue;
        sound = block.clear(gps) && sound;
        block.remove(directory, exif_tag::gps_directory);
    }
    const ExifFields left = fields_of_block(exif);
    if (sound && !left.damaged && left.gps.empty()) return true;
    exif.clear();
    return false;
}

bool remove_position_of_xmp(std::vector<std::uint8_t>& xmp) {
    const bool sound =
        remove_xmp_properties(xmp, position_property) &&
        std::string_view(reinterpret_cast<const char*>(xmp.data()), xmp.size()).find("GPSLatitude") ==
            std::string_view::npos;
    if (!sound) xmp.clear();
    return sound;
}

bool has_position(const std::vector<std::uint8_t>& exif, const std::vector<std::uint8_t>& xmp) {
    const std::string_view text(reinterpret_cast<const char*>(xmp.data()), xmp.size());
    return text.find(position_property) != std::string_view::npos || !fields_of_block(exif).gps.empty();
}

std::vector<std::uint8_t> exif_without_resolution(std::vector<std::uint8_t> exif) {
    constexpr std::uint16_t x_resolution = 0x011A, y_resolution = 0x011B, resolution_unit = 0x0128;
    ExifInPlace block(exif);
    for (const std::uint16_t tag : {x_resolution, y_resolution, resolution_unit})
        block.remove(block.first_directory(), tag);
    return exif;
}

}  // namespace sluice
