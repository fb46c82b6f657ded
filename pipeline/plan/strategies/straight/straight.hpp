// Straight from memory, of outputs that weigh alike, but for those at the edges: an item goes down a column
// of outputs and keeps the sums of all rows that a line is added to (kernels/strategies/straight.clh).
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Straight final : Strategy {
    std::size_t tile_width = 0;  // outputs
    EvenColumns columns, rows;   // that weigh alike, and only what is image
    bool bits = false;           // weighed as the bits that they are (bits_as_floats.hpp)

    bool reads_lines() const override { return true; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
