// What to do if a result already exists.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace sluice {

enum class Overwrite {
    never,   // the file fails
    skip,    // the result is kept and counts as done
    newer,   // the result is replaced if its input has changed since; otherwise as `skip`
    always,  // the result is replaced
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<Overwrite>{"never", "skip", "newer", "always"};

}  // namespace sluice
