// Text from parts: strings, characters and integers. Real numbers go through number_text.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

namespace sluice {

template <class Part>
void append_part(std::string& text, const Part& part) {
    if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
        text += std::string_view(part);
    } else if constexpr (std::is_same_v<Part, char>) {
        text += part;
    } else {
        static_assert(std::is_integral_v<Part>);
        text += std::to_string(part);
    }
}

template <class... Parts>
std::string cat(const Parts&... parts) {
    std::string text;
    (append_part(text, parts), ...);
    return text;
}

}  // namespace sluice
