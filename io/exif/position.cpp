#include "io/exif/position.hpp"

#include "io/exif/fields.hpp"
#include "io/exif/in_place.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace sluice {
namespace {

ExifFields fields_of_block(Bytes exif) {
    if (exif.size() < 8) return {};
    return exif_fields(exif, number_in(exif.subspan(4, 4), tiff_layout(exif).big_endian));
}

constexpr std::string_view position_property = ":GPS";

bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

// Removes the property whose colon is at `colon`. False where that is none whose end can be found.
bool remove_property(std::string& text, std::size_t colon) {
    constexpr std::string_view spaces = " \t\r\n";
    std::size_t begin = colon, end = colon + 1;
    while (begin > 0 && is_name(text[begin - 1])) --begin;
    while (end < text.size() && is_name(text[end])) ++end;
    const std::string name = text.substr(begin, end - begin);
    if (begin == 0) return false;
    if (text[begin - 1] == '<') {  // <exif:GPSLatitude>...</exif:GPSLatitude>, or without content
        const std::size_t close = text.find('>', end);
        if (close == std::string::npos) return false;
        std::size_t stop = close + 1;
        if (text[close - 1] != '/') {
            const std::string last = "</" + name;
            const std::size_t at = text.find(last, close);
            stop = at == std::string::npos ? at : text.find('>', at + last.size());
            if (stop == std::string::npos) return false;
            ++stop;
        }
        text.erase(begin - 1, stop - (begin - 1));
        return true;
    }
    // exif:GPSLatitude="..."
    const std::size_t equals = text.find_first_not_of(spaces, end);
    if (equals == std::string::npos || text[equals] != '=') return false;
    const std::size_t quote = text.find_first_not_of(spaces, equals + 1);
    if (quote == std::string::npos || (text[quote] != '"' && text[quote] != '\'')) return false;
    const std::size_t stop = text.find(text[quote], quote + 1);
    if (stop == std::string::npos) return false;
    text.erase(begin, stop + 1 - begin);
    return true;
}

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
    std::string text(xmp.begin(), xmp.end());
    bool sound = text.find('\0') == std::string::npos;  // in UTF-8, which XMP is nearly always
    std::size_t left = 200;                             // each takes time in proportion to all of the data
    for (std::size_t at = 0; sound && (at = text.find(position_property)) != std::string::npos;)
        sound = left-- > 0 && remove_property(text, at);
    sound = sound && text.find("GPSLatitude") == std::string::npos;
    if (sound)
        xmp.assign(text.begin(), text.end());
    else
        xmp.clear();
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
