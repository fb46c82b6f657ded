// Weights of columns and rows: a work-item goes down a tile, weighs each line of the image along its row
// once, and keeps the sums until no row of the result needs them (kernels/strategies/kept.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Kept final : TakesSamples {
    std::size_t steps = 4;         // vectors that are weighed at a time
    std::size_t reach = 0;         // vectors in which outputs of one vector start; 0: all weights are equal
    std::size_t lines = 1;         // that are kept; a power of two
    std::size_t kept_samples = 0;  // in all lines that are kept

    bool chooses_samples() const override { return false; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/kept.clh"; }
};

}  // namespace sluice::strategies
