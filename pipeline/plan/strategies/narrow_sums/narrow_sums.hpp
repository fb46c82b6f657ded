// An integer sum over a rectangle that slides down a tile. It reads samples as they are stored, and uses the
// narrowest integers that hold the sum (kernels/strategies/narrow_sums.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct NarrowSums final : TakesSamples {
    const char *of_column = "uint", *of_window = "uint";  // types for the sum of a column, and of all

    bool chooses_samples() const override { return false; }
    bool reads_samples() const override { return true; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/narrow_sums.clh"; }
};

}  // namespace sluice::strategies
