#include "io/exif/xmp_properties.hpp"

#include <string>

namespace sluice {
namespace {

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

bool remove_xmp_properties(std::vector<std::uint8_t>& xmp, std::string_view part) {
    std::string text(xmp.begin(), xmp.end());
    if (text.find('\0') != std::string::npos) return false;  // not UTF-8, which XMP is nearly always
    const std::size_t colon = part.find(':');
    std::size_t left = 200;  // each takes time in proportion to all of the data
    for (std::size_t at = 0; (at = text.find(part)) != std::string::npos;)
        if (left-- == 0 || !remove_property(text, at + colon)) return false;
    xmp.assign(text.begin(), text.end());
    return true;
}

}  // namespace sluice
