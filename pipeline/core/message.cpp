#include "pipeline/core/message.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

constexpr std::size_t longest = 80;  // bytes of a quoted text

}  // namespace

std::string in_quotes(std::string_view text) {
    std::string result = "'";
    for (std::size_t i = 0; i < text.size();) {
        if (i >= longest) {
            result += "...";
            break;
        }
        const std::size_t length = std::max<std::size_t>(printable_character(text.substr(i)), 1);
        result += printable_text(text.substr(i, length));
        i += length;
    }
    return result + "'";
}

std::string listed(const std::vector<std::string>& names) {
    const std::string text = joined(names, ", ");
    return text.empty() ? "none" : text;
}

std::string enumerated(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
    return text;
}

std::string did_you_mean(const std::string& name, const std::vector<std::string>& choices) {
    if (name.size() > 32 || choices.size() > 200) return "";  // hostile texts must not cost seconds
    const std::string near = nearest(name, choices);
    return near.empty() ? "" : " (did you mean '" + near + "'?)";
}

std::size_t utf8_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) return 0;
    const unsigned first = byte(0);
    if (first < 0x80) return 1;
    const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xC0u) != 0x80u) return 0;
    const unsigned second = byte(1);
    const bool wrong = (first == 0xE0 && second < 0xA0) || (first == 0xED && second > 0x9F) ||
                       (first == 0xF0 && second < 0x90) || (first == 0xF4 && second > 0x8F);
    return wrong ? 0 : length;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_character(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

}  // namespace sluice
