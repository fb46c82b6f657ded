// Tiles from lines of the image in local memory: a group fills a few at a time, and its items weigh each of
// them along its row and add that to the rows of the result that want it (kernels/strategies/lines.clh).
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>
#include <optional>

namespace sluice::strategies {

struct Lines final : Strategy {
    // Of a tile: outputs, and the most that its text is for. A CPU has one text for all widths.
    std::size_t tile_width = 0, most_width = 0;
    std::size_t columns = 0, lines = 1;  // pixels of a line, and lines, in local memory at a time
    std::size_t elements = 0;            // room for those
    bool any_size = false;               // how many columns they are, and how wide, are arguments
    bool stored = false;                 // as they lie in memory, not as numbers
    bool staged = false;                 // outputs wait in local memory for the rest of their texel
    bool bits = false;                   // weighed as the bits that they are (bits_as_floats.hpp)
    RowLines rows;                       // what each line adds to which rows
    std::optional<EvenColumns> even;     // columns that weigh alike

    bool counts_known() const override { return even.has_value(); }
    const RowLines* row_lines() const override { return &rows; }
    WeightScales table_scales() const override { return bits ? scales_of_bits : WeightScales{}; }
    bool reads_lines() const override { return true; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
