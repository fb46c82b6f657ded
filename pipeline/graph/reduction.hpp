// What a Reduce counts.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/rect.hpp"
#include "pipeline/core/table.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

// How its channels are grouped.
enum class Group { channel, joint, luma };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Group>{"channel", "joint", "luma"};
enum class AlphaRule {
    exclude,  // alpha is no channel of the statistics
    include,  // it is one
    visible,  // it is none, and pixels with alpha 0 are not counted
    report,   // it is one beside the colours, and never joint with them
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<AlphaRule>{"exclude", "include", "visible",
                                                                     "report"};
// Into how many tiles an image, or a region, is cut.
struct Grid {
    std::size_t across = 1, down = 1;
    bool operator==(const Grid&) const = default;
};
// A digit of a value's key, an unsigned number in the order of the values: v - lowest of integers, the bits
// of a float turned so that they rise with it. Its bits are 8 or 16 of small integers, 32, or 64.
struct Digit {
    std::size_t shift = 0, bits = 8;  // its lowest bit, and how many it has
    // Values whose key has one of these prefixes above the digit are counted, for each prefix in bins of its
    // own; they are the field `prefix` of the Table at the third input port. 0: all values are.
    std::size_t prefixes = 0;
};
struct Reduction {
    Group group = Group::channel;
    AlphaRule alpha = AlphaRule::exclude;
    std::optional<Rect> region;  // nothing outside is counted
    std::optional<Grid> grid;    // of the area: a row of the Table for each tile
    std::optional<Rect> area;    // that the grid cuts, inside of the image or not; the region when not set
    std::size_t bins = 0;        // of a histogram; 0 = none
    // What the bins cover, both ends included; nullopt: all values of an integer type, [0, white] of floats.
    std::optional<std::array<double, 2>> range;
    std::optional<Digit> digit;  // what bins count in the place of a range
    bool whole_luma = false;     // luma of integers is rounded half to even, exactly
};

}  // namespace sluice
