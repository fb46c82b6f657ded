// The names of enumerators, as messages show them and parameters accept them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace sluice {

// Specialised for each enum that has names: a std::array of the names, in the order of the enumerators.
template <class E>
inline constexpr int names_of = 0;

template <class E>
concept Named = requires {
    names_of<E>.size();
};

// Words of other programs for some names, which parameters accept too: {"replicate", "clamp"}.
template <Named E>
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 0> aliases_of{};

template <Named E>
constexpr std::string_view name(E value) {
    return names_of<E>[static_cast<std::size_t>(value)];
}

// The enumerator with this name, if there is one.
template <Named E>
constexpr std::optional<E> from_name(std::string_view name) {
    for (std::size_t i = 0; i < names_of<E>.size(); ++i)
        if (names_of<E>[i] == name) return static_cast<E>(i);
    return std::nullopt;
}

}  // namespace sluice
