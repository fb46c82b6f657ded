// Where colour differences lie that two columns, or two rows, have in common, and how they are spread.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/graph/gather.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace sluice::stages {

enum class Upsampling { nearest, linear };
enum class Siting { left, center, topleft };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 2> names_of<stages::Upsampling>{"nearest", "linear"};
template <>
inline constexpr std::array<std::string_view, 3> names_of<stages::Siting>{"left", "center", "topleft"};
}  // namespace sluice

namespace sluice::stages {

// Column x of a frame is at (2 * x - offset) / 4 of the columns of colour differences; rows likewise.
struct SitingOffsets {
    std::int64_t x, y;
};
inline SitingOffsets offsets_of(Siting siting) {
    return {siting == Siting::center ? 1 : 0, siting == Siting::topleft ? 0 : 1};
}

// The colour differences that are read for columns or rows of a frame.
inline Interval shared_by(const Interval& of, Upsampling filter, std::int64_t offset) {
    if (filter == Upsampling::nearest) return {of.first >> 1, ((of.end - 1) >> 1) + 1};
    return {(2 * of.first - offset) >> 2, ((2 * (of.end - 1) - offset) >> 2) + 2};
}

}  // namespace sluice::stages
