// The middle of a rectangle around each pixel, of vectors of samples: the lines of an output lie in local
// memory (kernels/strategies/medians.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Medians final : RanksSamples {
    std::size_t kept_lines = 0;  // room for so many, a power of two
    std::size_t steps = 1;       // vectors of samples that are looked at at a time
    bool in_order = false;       // by exchanges that put a square into order; else by counting
    bool many_places = false;    // more than a sample of their size can count

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/medians.clh"; }
};

}  // namespace sluice::strategies
