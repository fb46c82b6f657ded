// The median of a rectangle of bytes around each pixel, from histograms of columns that slide down a tile
// (kernels/strategies/histograms.clh). The time does not depend on the radius. For CPUs.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Histograms final : RanksSamples {
    std::size_t columns = 1;  // of a tile, at most
    std::size_t lines = 1;    // that an output reads, rounded up to a power of two
    std::size_t counted = 1;  // lanes that are filtered; the others are copied

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/histograms.clh"; }
};

}  // namespace sluice::strategies
