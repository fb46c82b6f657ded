// Sums of all pixels up to each, by items that go over bands of rows: sums of columns are kept, and added up
// along each row (kernels/strategies/prefix.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Prefix final : TakesSamples {
    bool exact = false;            // no sum is rounded: blocks do not matter
    std::size_t down_kinds = 1;    // of blocks that a column has
    std::size_t across_kinds = 1;  // the same of a row
    std::size_t tiles = 1;         // side by side, for whose columns there is room: a stripe
    std::size_t carried_rows = 1;  // room for what goes on with the next stripe of a band
    std::size_t row_samples = 0;   // room for a row of a tile

    bool chooses_samples() const override { return false; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/prefix.clh"; }
};

}  // namespace sluice::strategies
