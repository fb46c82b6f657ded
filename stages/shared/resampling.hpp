// How an image of another size weighs pixels.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <string_view>

namespace sluice::stages {

enum class Resampling { nearest, linear, cubic, lanczos3, box, area };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 6> names_of<stages::Resampling>{"nearest",  "linear", "cubic",
                                                                              "lanczos3", "box",    "area"};
}  // namespace sluice
