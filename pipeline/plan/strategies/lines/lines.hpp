// Weights of columns and rows, from lines of the image in local memory. A group loads a few lines at a time.
// Its work-items weigh each line along its row, and add the sums to the rows of the result that need them
// (kernels/strategies/lines.clh).
#pragma once

#include "pipeline/plan/primitives/even_columns.hpp"
#include "pipeline/plan/strategies/reads_lines.hpp"

#include <cstddef>
#include <optional>

namespace sluice::strategies {

struct Lines final : ReadsLines {
    std::size_t most_width =
        0;  // of the tiles that the text is for, in outputs. On CPUs, one text serves all widths.
    std::size_t columns = 0, lines = 1;  // in local memory at a time
    std::size_t elements = 0;            // in local memory
    bool any_size = false;               // the numbers of weights and columns are arguments
    bool stored = false;                 // local memory holds pixels as stored, not as numbers
    bool staged = false;                 // outputs wait in local memory for the rest of their texel
    RowLines rows;                       // what each line adds to which rows
    std::optional<EvenColumns> even;     // set if all columns have the same weights

    bool counts_known() const override { return even.has_value(); }
    const RowLines* row_lines() const override { return &rows; }
    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
