// What may become of a file that is in the place of a result.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace sluice {

enum class Overwrite {
    never,   // it is an error
    skip,    // it stays, and the result counts as done
    newer,   // replaced when the input was changed later; else it stays, and the result counts as done
    always,  // replaced
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<Overwrite>{"never", "skip", "newer", "always"};

}  // namespace sluice
