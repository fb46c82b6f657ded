#include "pipeline/batch/printable.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace sluice {

std::string printable(const std::filesystem::path& path) {
    const std::string bytes = path.string();
    std::string text;
    for (std::string_view rest = bytes; !rest.empty();) {
        const std::size_t length = utf8_character(rest);
        const auto first = static_cast<unsigned char>(rest[0]);
        if (length == 0 || first < 0x20 || first == 0x7F) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\x%02x", first);
            text += escaped;
        } else {
            text += rest.substr(0, length);
        }
        rest.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return text;
}

}  // namespace sluice
