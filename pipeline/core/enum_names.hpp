// Names of the values of an enum: what messages show, and what parameters take.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

// Specialised beside each enum that has names: a std::array of them, in the order of its values.
template <class E>
inline constexpr int names_of = 0;

template <class E>
concept Named = requires {
    names_of<E>.size();
};

template <Named E>
constexpr std::string_view name(E value) {
    return names_of<E>[static_cast<std::size_t>(value)];
}

// The value of that name, if there is one.
template <Named E>
constexpr std::optional<E> from_name(std::string_view name) {
    for (std::size_t i = 0; i < names_of<E>.size(); ++i)
        if (names_of<E>[i] == name) return static_cast<E>(i);
    return std::nullopt;
}

}  // namespace sluice
