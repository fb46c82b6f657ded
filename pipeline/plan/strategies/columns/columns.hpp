// Weights of columns and rows, straight from memory, with different weights for each column
// (kernels/strategies/columns.clh).
#pragma once

#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Columns final : ReadsLines {
    OwnColumns own;
    bool lines_kept = false;  // each row weighs lines that are kept; false: each line is added to open rows
    RowLines rows;            // if lines are not kept: what each line adds to which rows
    std::size_t sets = 0;     // of numbers in local memory, one for each row or line

    bool of_one_size() const override { return true; }
    const RowLines* row_lines() const override { return lines_kept ? nullptr : &rows; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
