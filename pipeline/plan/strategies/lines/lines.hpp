// Tiles from lines of the image in local memory: a group fills a few at a time, and its items weigh each of
// them along its row and add that to the rows of the result that want it (kernels/strategies/lines.clh).
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>
#include <optional>

namespace sluice::strategies {

struct Lines final : ReadsLines {
    std::size_t most_width =
        0;  // of a tile, that its text is for: outputs. A CPU has one text for all widths.
    std::size_t columns = 0, lines = 1;  // pixels of a line, and lines, in local memory at a time
    std::size_t elements = 0;            // room for those
    bool any_size = false;               // how many columns they are, and how wide, are arguments
    bool stored = false;                 // as they lie in memory, not as numbers
    bool staged = false;                 // outputs wait in local memory for the rest of their texel
    RowLines rows;                       // what each line adds to which rows
    std::optional<EvenColumns> even;     // columns that weigh alike

    bool counts_known() const override { return even.has_value(); }
    const RowLines* row_lines() const override { return &rows; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
