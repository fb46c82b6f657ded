// Straight from memory as well, where each column has weights of its own (kernels/strategies/columns.clh).
#pragma once

#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Columns final : ReadsLines {
    OwnColumns own;
    bool lines_kept = false;  // a row weighs lines that are kept; else lines are added to open rows:
    RowLines rows;
    std::size_t sets = 0;  // of numbers, one for each row or line, in local memory

    bool of_one_size() const override { return true; }
    const RowLines* row_lines() const override { return lines_kept ? nullptr : &rows; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
