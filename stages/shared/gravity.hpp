// Where something lies within something larger.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sluice::stages {

enum class Gravity { northwest, north, northeast, west, centre, east, southwest, south, southeast };

// Of a side of `all` pixels, where one of `size` begins; half a pixel goes to the left and up.
constexpr std::int64_t column_of(Gravity gravity, std::int64_t all, std::int64_t size) {
    const std::int64_t thirds = static_cast<std::int64_t>(gravity) % 3, rest = all - size;
    return thirds == 1 ? (rest < 0 ? -((-rest + 1) / 2) : rest / 2) : thirds * rest / 2;
}
constexpr std::int64_t row_of(Gravity gravity, std::int64_t all, std::int64_t size) {
    const std::int64_t thirds = static_cast<std::int64_t>(gravity) / 3, rest = all - size;
    return thirds == 1 ? (rest < 0 ? -((-rest + 1) / 2) : rest / 2) : thirds * rest / 2;
}

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 9> names_of<stages::Gravity>{
    "northwest", "north", "northeast", "west", "centre", "east", "southwest", "south", "southeast"};
}  // namespace sluice
