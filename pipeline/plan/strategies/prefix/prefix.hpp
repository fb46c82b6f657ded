// Prefix sums: work-items go over bands of rows, keep the sums of columns, and add them up along each row
// (kernels/strategies/prefix.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Prefix final : TakesSamples {
    bool exact = false;            // no sum is rounded, so the order of additions does not matter
    std::size_t down_kinds = 1;    // kinds of blocks in a column
    std::size_t across_kinds = 1;  // kinds of blocks in a row
    std::size_t tiles = 1;         // side by side whose columns fit in memory: a stripe
    std::size_t carried_rows = 1;  // whose sums continue in the next stripe of a band
    std::size_t row_samples = 0;   // in a row of a tile

    bool chooses_samples() const override { return false; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/prefix.clh"; }
};

}  // namespace sluice::strategies
