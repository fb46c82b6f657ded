// A sum of whole numbers over a rectangle that slides down a tile, of samples as they lie in memory, in the
// narrowest integers that hold it (kernels/strategies/narrow_sums.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct NarrowSums final : TakesSamples {
    const char *of_column = "uint", *of_window = "uint";  // types that hold the sum of a column, and all

    bool chooses_samples() const override { return false; }
    bool reads_samples() const override { return true; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/narrow_sums.clh"; }
};

}  // namespace sluice::strategies
