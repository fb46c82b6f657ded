// Weights of columns and rows, straight from memory, if all outputs except those near edges have the same
// weights. A work-item goes down a column of outputs, and keeps the sums of all rows that a line is added to
// (kernels/strategies/straight.clh). For GPUs.
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

namespace sluice::strategies {

struct Straight final : ReadsLines {
    EvenColumns columns, rows;  // outputs with the same weights that read only pixels inside the image

    // The tables of weights are for outputs near edges, which are gathered one by one.
    WeightScales table_scales() const override { return {}; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
