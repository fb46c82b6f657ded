// How a neighbourhood operation (a gather) reads its image: the region that a part of the result needs, and
// the pixels outside of the image. All types here are value types. Planning, kernels and reference
// implementations use the same values.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace sluice {

// Columns or rows from `first` to `end` - 1. Both may be outside of the image.
struct Interval {
    std::int64_t first = 0, end = 0;

    bool operator==(const Interval&) const = default;
};

// Columns and rows.
struct Area {
    Interval columns, rows;
};

// The pixels outside of an image. clamp: the nearest pixel. mirror: the image reflected at the centre of its
// outermost pixels. wrap: the image repeated. constant: one colour.
enum class EdgeRule { clamp, mirror, wrap, constant };
template <>
inline constexpr std::array<std::string_view, 4> names_of<EdgeRule>{"clamp", "mirror", "wrap", "constant"};
template <>
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 2> aliases_of<EdgeRule>{
    {{"replicate", "clamp"}, {"reflect101", "mirror"}}};

struct Border {
    EdgeRule rule = EdgeRule::clamp;
    std::array<double, 4>
        lanes{};  // for constant: pixel values R G B A; for a grey image, the first three are grey

    bool operator==(const Border&) const = default;
};

// The column or row of an image of `size` that is used for `i`; -1 for the constant.
SLUICE_API std::int64_t inside(std::int64_t i, std::int64_t size, EdgeRule rule);
// The smallest interval of an image of `size` that contains all columns or rows used for `wanted`. Where the
// constant is used, kernels read the nearest pixel and ignore it.
SLUICE_API Interval inside(const Interval& wanted, std::int64_t size, EdgeRule rule);

// The weights of one axis of a separable filter. Output i is the sum of weight(i, k) times source first(i) +
// k, for k from 0 to count - 1 in this order.
struct Taps {
    std::size_t count = 1;            // number of weights per output
    std::vector<std::int32_t> first;  // one per output; if `even`, one for all
    std::vector<double> weights;      // `count` per output; if `even`, `count` for all
    bool even = false;  // a shift-invariant filter: all weights are equal, first(i) = i + first[0]

    std::int64_t first_of(std::int64_t i) const {
        return even ? i + first[0] : first[static_cast<std::size_t>(i)];
    }
    Interval footprint(const Interval& of) const;
};

struct Separable {
    Taps columns, rows;
    // The range of the image's values, if all of them are integers.
    std::optional<Interval> whole = {};
};

// How SAMPLE(src, x, y) interpolates. nearest: one pixel. linear: 2 x 2 pixels. cubic: 4 x 4 pixels, with
// Keys' cubic and a = -0.75, as OpenCV's INTER_CUBIC.
enum class Sampling { nearest, linear, cubic };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Sampling>{"nearest", "linear", "cubic"};
// Pixels along a side of the square that is interpolated.
constexpr int taps_of(Sampling sampling) { return 1 << static_cast<int>(sampling); }

// How far the neighbourhood of a pixel extends, in pixels.
struct Reach {
    std::size_t left = 0, top = 0, right = 0, bottom = 0;

    std::size_t pixels() const { return (left + 1 + right) * (top + 1 + bottom); }  // in the neighbourhood
};

// Neighbours of a pixel in one row: `y` rows below it, from `first` to `last` columns to its right.
struct RowRun {
    std::int64_t y = 0, first = 0, last = 0;

    bool operator==(const RowRun&) const = default;
};

// The minimum, the median, or the maximum.
enum class Rank { least, middle, greatest };

// A rank filter: for each colour, the value of this rank among the neighbours in `runs`. Alpha stays as it
// is. Runs are ordered from top to bottom, and in a row from left to right. For floats:
// - The minimum and the maximum ignore NaN, unless all values are NaN. Of 0 and -0, they take the first one.
// - For the median, NaN is greater than all numbers, and -0 is less than 0.
struct RankFilter {
    Rank rank = Rank::least;
    std::vector<RowRun> runs;

    // The bounding rectangle of the runs.
    struct Around {
        std::int64_t left = 0, top = 0, right = 0, bottom = 0;  // first and last column and row

        std::size_t columns() const { return static_cast<std::size_t>(right - left + 1); }
        std::size_t rows() const { return static_cast<std::size_t>(bottom - top + 1); }
    };
    Around around() const;  // REQUIRES: `runs` is not empty
    std::size_t pixels() const;
    bool is_rectangle() const;  // whether the runs fill their bounding rectangle, with one run per row
};
// A rank filter of a rectangle that extends `reach_x` and `reach_y` pixels to both sides.
SLUICE_API RankFilter rank_of_rectangle(Rank rank, std::size_t reach_x, std::size_t reach_y);

// Prefix sums: each result is the sum of the rectangle from the first pixel to its own. The order of the
// additions is the same on every device. Columns are summed first, then rows of these sums. Along each axis,
// sums are made in blocks of 2^prefix_shift values, blocks of that many blocks, and so on. A prefix sum is
// the sum of all earlier blocks, made in the same way, plus the sum inside its own block. Each sum starts
// with 0.
struct PrefixSums {
    bool exact = false;  // whether no sum is rounded, whatever the order
};
constexpr int prefix_shift = 3;

// Moves pixels without changing them, as flips and rotations by 90 degrees do. Column i of the result is
// column from + step * i of the image, with step 1 or -1. The same applies to rows. If `transposed`, the
// columns of the result are rows of the image, and vice versa.
struct Move {
    struct Line {
        std::int64_t from = 0, step = 1;

        Interval of(const Interval& i) const {
            if (step > 0) return {from + i.first, from + i.end};
            return {from - i.end + 1, from - i.first + 1};
        }
    };
    Line columns, rows;
    bool transposed = false;

    Area footprint(const Area& of) const {
        const Interval across = columns.of(of.columns), down = rows.of(of.rows);
        return transposed ? Area{down, across} : Area{across, down};
    }
};

}  // namespace sluice
