// Weights of columns and rows by an item that goes down a tile: each line of the image is weighed along its
// row once, and kept until no row of the result wants it (kernels/strategies/kept.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Kept final : TakesSamples {
    std::size_t steps = 4;         // vectors that are weighed at a time
    std::size_t reach = 0;         // vectors that the outputs of one begin in; 0: columns weigh alike
    std::size_t lines = 1;         // that are kept, a power of two
    std::size_t kept_samples = 0;  // room for all of these

    bool chooses_samples() const override { return false; }
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/kept.clh"; }
};

}  // namespace sluice::strategies
