#include "apps/report/html.hpp"

#include "apps/batch/text.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cstdio>

namespace sluice::apps {

std::string html(std::string_view text) {
    std::string safe;
    while (!text.empty()) {
        const std::size_t length = utf8_character(text);
        const char first = text[0];
        const auto byte = static_cast<unsigned char>(first);
        if (length == 0 || byte == 0x7F || (byte < 0x20 && first != '\n')) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02x", byte);
            safe += escaped;
        } else if (first == '&') {
            safe += "&amp;";
        } else if (first == '<') {
            safe += "&lt;";
        } else if (first == '>') {
            safe += "&gt;";
        } else if (first == '"') {
            safe += "&quot;";
        } else {
            safe += text.substr(0, length);
        }
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return safe;
}

std::string html_name(const std::filesystem::path& path) { return html(printable(path)); }

}  // namespace sluice::apps
