#include "pipeline/core/printable.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::string escaped(char c) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = static_cast<unsigned char>(c);
    return {'\\', 'x', digits[byte >> 4], digits[byte & 15]};
}

// Of a character of up to three bytes, all that is escaped in JSON.
std::string code_unit(std::string_view character) {
    constexpr std::string_view digits = "0123456789abcdef";
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    unsigned code = byte(0);
    if (character.size() == 2) code = (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
    if (character.size() == 3) code = (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
    return {'\\',
            'u',
            digits[code >> 12 & 15],
            digits[code >> 8 & 15],
            digits[code >> 4 & 15],
            digits[code & 15]};
}

// U+202A to U+202E and U+2066 to U+2069: a name that has them can look like another one.
bool turns_direction(std::string_view character) {
    return (character >= "\xE2\x80\xAA" && character <= "\xE2\x80\xAE") ||
           (character >= "\xE2\x81\xA6" && character <= "\xE2\x81\xA9");
}

}  // namespace

std::size_t printable_character(std::string_view text) {
    const std::size_t length = utf8_character(text);
    if (length == 0) return 0;
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x20 || first == 0x7F) return 0;
    if (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0) return 0;
    return length == 3 && turns_direction(text.substr(0, 3)) ? 0 : length;
}

std::string printable_text(std::string_view text, std::string_view keep) {
    std::string shown;
    while (!text.empty()) {
        const std::size_t length = printable_character(text);
        if (length == 0 && keep.find(text[0]) == std::string_view::npos)
            shown += escaped(text[0]);
        else
            shown += text.substr(0, std::max<std::size_t>(length, 1));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return shown;
}

std::string printable_json(std::string_view json) {
    std::string shown;
    while (!json.empty()) {
        const std::size_t length = std::max<std::size_t>(utf8_character(json), 1);
        const std::string_view character = json.substr(0, length);
        const bool layout = character == "\n";
        shown += layout || printable_character(json) > 0 ? std::string(character) : code_unit(character);
        json.remove_prefix(length);
    }
    return shown;
}

std::string printable(const std::filesystem::path& path) { return printable_text(path.string()); }

}  // namespace sluice
