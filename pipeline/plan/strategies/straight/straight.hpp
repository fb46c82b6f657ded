// Straight from memory, of outputs that weigh alike, but for those at the edges: an item goes down a column
// of outputs and keeps the sums of all rows that a line is added to (kernels/strategies/straight.clh).
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

namespace sluice::strategies {

struct Straight final : ReadsLines {
    EvenColumns columns, rows;  // that weigh alike, and only what is image

    // Tables are for outputs at the edges, which are gathered plainly.
    WeightScales table_scales() const override { return {}; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
