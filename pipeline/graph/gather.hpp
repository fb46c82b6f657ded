// How a Gather reads neighbours: what a rectangle of its result needs of its image, and what stands where the
// image has no pixel. Values; planning, kernels and references compute with the same ones.
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

// Columns or rows from `first` to the one before `end`, which may lie outside of the image.
struct Interval {
    std::int64_t first = 0, end = 0;

    bool operator==(const Interval&) const = default;
};

// Columns and rows.
struct Area {
    Interval columns, rows;
};

// What is outside of an image: its nearest pixel; its own pixels mirrored at the middle of the outermost
// (reflect_101); the image again and again; one colour.
enum class EdgeRule { clamp, mirror, wrap, constant };
template <>
inline constexpr std::array<std::string_view, 4> names_of<EdgeRule>{"clamp", "mirror", "wrap", "constant"};

struct Border {
    EdgeRule rule = EdgeRule::clamp;
    std::array<double, 4> lanes{};  // of constant: code values of R G B A; grey is the first three

    bool operator==(const Border&) const = default;
};

// Which column or row of `size` stands for `i`; -1 where the constant does.
SLUICE_API std::int64_t inside(std::int64_t i, std::int64_t size, EdgeRule rule);
// The least interval of an image of `size` that has all that stands for those of `wanted`. Where the constant
// does, kernels read the nearest pixel and do not use it.
SLUICE_API Interval inside(const Interval& wanted, std::int64_t size, EdgeRule rule);

// One axis of a separable Gather: what each column (or row) of the result weighs. Output i is the sum of
// weight(i, k) times source first(i) + k for k from 0 to count - 1, in this order.
struct Taps {
    std::size_t count = 1;            // weights of an output
    std::vector<std::int32_t> first;  // of each output; one for all of `even`
    std::vector<double> weights;      // output by output, `count` of each; once for all of `even`
    bool even = false;                // all outputs weigh alike: first(i) is i + first[0]

    std::int64_t first_of(std::int64_t i) const {
        return even ? i + first[0] : first[static_cast<std::size_t>(i)];
    }
    Interval footprint(const Interval& of) const;
};

struct Separable {
    Taps columns, rows;
    // What numbers the image consists of, where all of them are whole.
    std::optional<Interval> whole = {};
};

// How SAMPLE(src, x, y) reads between pixels: the nearest one; 2 x 2 weighed by how near they are; 4 x 4
// weighed by Keys' cubic with a = -0.75, as OpenCV's INTER_CUBIC.
enum class Sampling { nearest, linear, cubic };
template <>
inline constexpr std::array<std::string_view, 3> names_of<Sampling>{"nearest", "linear", "cubic"};
// Pixels along a side of what it weighs.
constexpr int taps_of(Sampling sampling) { return 1 << static_cast<int>(sampling); }

// How far a window reaches beyond its pixel.
struct Reach {
    std::size_t left = 0, top = 0, right = 0, bottom = 0;

    std::size_t pixels() const { return (left + 1 + right) * (top + 1 + bottom); }  // of the window
};

// Neighbours of a pixel in one row: from `first` to `last` columns to the right of it, `y` rows below.
struct RowRun {
    std::int64_t y = 0, first = 0, last = 0;

    bool operator==(const RowRun&) const = default;
};

// Which of the values in order: the first, the one that as many are before as behind, the last.
enum class Rank { least, middle, greatest };

// The value of a rank among those that runs of neighbours have, of each colour; alpha is the pixel's own.
// Runs go from the uppermost to the lowest, those of a row from left to right. Of real numbers, as the least
// or the greatest NaN counts where there is nothing else, and of zeros of both signs the first one stays. For
// the middle NaN is above all numbers, and -0 below 0.
struct RankFilter {
    Rank rank = Rank::least;
    std::vector<RowRun> runs;

    // The rectangle around them.
    struct Around {
        std::int64_t left = 0, top = 0, right = 0, bottom = 0;  // the first and the last column and row

        std::size_t columns() const { return static_cast<std::size_t>(right - left + 1); }
        std::size_t rows() const { return static_cast<std::size_t>(bottom - top + 1); }
    };
    Around around() const;  // REQUIRES: there are runs
    std::size_t pixels() const;
    bool is_rectangle() const;  // whether all rows that it reaches are one run each, and alike
};
// Of a rectangle that reaches so far to both sides of its pixel.
SLUICE_API RankFilter rank_of_rectangle(Rank rank, std::size_t reach_x, std::size_t reach_y);

// Whole pixels that move: column i of the result comes from column from + step * i of the image, step 1 or
// -1; rows likewise. `transposed`: columns of the result come from rows, and rows from columns.
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
