// The minimum or maximum of a rectangle around each pixel: a work-item goes down a tile. The time hardly
// depends on the size of the rectangle (kernels/strategies/slide.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Slide final : RanksSamples {
    std::size_t kept_samples = 0;  // in as many lines of the result as the rectangle has rows

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/slide.clh"; }
};

}  // namespace sluice::strategies
