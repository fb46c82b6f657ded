// What a reduction measures.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/rect.hpp"
#include "pipeline/core/table.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

namespace sluice {

// Which channels are measured together.
enum class Group { channel, joint, luma };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Group>{"channel", "joint", "luma"};
enum class AlphaRule {
    exclude,  // alpha is not measured
    include,  // alpha is measured like any other channel
    visible,  // alpha is not measured, and pixels with alpha 0 are not counted
    report,   // alpha is measured, but never together with the colours
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<AlphaRule>{"exclude", "include", "visible",
                                                                     "report"};
// A digit of a value's key, for finding percentiles digit by digit. The key is an unsigned number with the
// same order as the values: v - lowest for integers, the reordered bits for floats. It has 8 or 16 bits for
// small integers, otherwise 32 or 64.
struct Digit {
    std::size_t shift = 0, bits = 8;  // the position of its lowest bit, and its number of bits
    // Number of prefixes, which are in the field `prefix` of the Table at the third input port. Only values
    // whose key has one of the prefixes above the digit are counted, in separate bins for each prefix. 0: all
    // values are counted.
    std::size_t prefixes = 0;
};
struct Reduction {
    Group group = Group::channel;
    AlphaRule alpha = AlphaRule::exclude;
    std::optional<Rect> region;  // only pixels in it are counted
    std::optional<Grid> grid;    // divides `area` into tiles; the Table has one row per tile
    std::optional<Rect> area;    // may extend beyond the image; unset: the region
    std::size_t bins = 0;        // of a histogram; 0 = none
    // The range of the bins, including both ends. Unset: all values of an integer type, 0 to white for
    // floats.
    std::optional<std::array<double, 2>> range;
    std::optional<Digit> digit;  // count this digit, instead of values in a range
    bool whole_luma = false;     // round the luma of integers exactly, half to even
};

}  // namespace sluice
