// The rows of weights of a separable Gather, turned around: what each source line adds to which outputs. So a
// pass that goes down an image reads every line once and keeps the sums that are not complete.
#pragma once

#include "pipeline/graph/gather.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sluice {

struct RowLines {
    // A line is added to the `open` outputs from `output` on; then the first `ends` of these are complete.
    struct Line {
        std::int32_t source = 0, output = 0, ends = 0;
    };
    // The lines of an output, by number, and the first and last source line that it weighs.
    struct Output {
        std::int32_t first_line = 0, last_line = 0, first_source = 0, last_source = 0;
    };
    std::size_t open = 1;
    bool even = false;            // `taps` is, and all outputs of a line stay open: no tables
    std::vector<Line> lines;      // in the order in which they are added
    std::vector<double> weights;  // line by line, `open` of each
    std::vector<Output> outputs;

    // The most outputs that so many lines in a row complete.
    std::size_t most_ends(std::size_t lines_in_a_row) const;
    // The most lines that so many outputs in a row take. REQUIRES: not even.
    std::size_t most_lines(std::size_t outputs_in_a_row) const;
};

// How many outputs weigh the same source line, at most.
std::size_t open_at_once(const Taps& taps, std::size_t outputs);

// The same, rounded up to one of few numbers, so that other sizes have the same; exact where all outputs
// weigh alike.
std::size_t usual_open(const Taps& taps, std::size_t outputs);

// Of `outputs` outputs; each line is added to `open` of them. Where more weigh the same source line, it is
// added again and again, to blocks of that many. REQUIRES: the first line of no output is above that of the
// one before.
RowLines row_lines(const Taps& taps, std::size_t outputs, std::size_t open);

}  // namespace sluice
