// The middle of a rectangle of bytes around each pixel, from histograms of columns that slide down a tile
// (kernels/strategies/histograms.clh). It takes as long whatever the radius is. For CPUs.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Histograms final : RanksSamples {
    std::size_t columns = 1;  // room for so many of a tile
    std::size_t lines = 1;    // that an output is made of, a power of two
    std::size_t counted = 1;  // lanes: not those that keep what they have

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/histograms.clh"; }
};

}  // namespace sluice::strategies
