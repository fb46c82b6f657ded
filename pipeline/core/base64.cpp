#include "pipeline/core/base64.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice {
namespace {

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::string_view bytes) {
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k)
            group = group << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        for (std::size_t k = 0; k < 4; ++k) text += k <= count ? digits[group >> (18 - 6 * k) & 63] : '=';
    }
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes;
    for (std::string_view rest = text.substr(0, text.find('=')); !rest.empty();
         rest.remove_prefix(std::min<std::size_t>(4, rest.size()))) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            const std::size_t digit = k < rest.size() ? digits.find(rest[k]) : 0;
            if (digit == digits.npos) return std::nullopt;
            group = group << 6 | static_cast<std::uint32_t>(digit);
        }
        for (std::size_t k = 1; k < std::min<std::size_t>(4, rest.size()); ++k)
            bytes += static_cast<char>(group >> (24 - 8 * k) & 255);
    }
    if (base64(bytes) != text) return std::nullopt;
    return bytes;
}

}  // namespace sluice
