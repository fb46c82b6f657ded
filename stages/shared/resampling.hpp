// How an image of another size weighs pixels.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <string_view>

namespace sluice::stages {

// automatic: lanczos3 along a side that shrinks, cubic along one that does not.
enum class Resampling { automatic, nearest, linear, cubic, lanczos3, box, area };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 7> names_of<stages::Resampling>{
    "auto", "nearest", "linear", "cubic", "lanczos3", "box", "area"};
}  // namespace sluice
