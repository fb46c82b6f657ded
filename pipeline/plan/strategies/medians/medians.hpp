// The median of a rectangle around each pixel, for a vector of samples at a time. The lines that an output
// needs are in local memory (kernels/strategies/medians.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Medians final : RanksSamples {
    std::size_t kept_lines = 0;  // a power of two
    std::size_t steps = 1;       // vectors of samples that are processed at a time
    bool in_order = false;       // by a sorting network; false: by counting
    bool many_places = false;    // more neighbours than a sample of this type can count

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/medians.clh"; }
};

}  // namespace sluice::strategies
