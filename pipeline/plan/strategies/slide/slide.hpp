// The least or the greatest of a rectangle around each pixel, by an item that goes down a tile
// (kernels/strategies/slide.clh): a rectangle of any size costs nearly the same.
#pragma once

#include "pipeline/plan/strategies/ranks.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Slide final : RanksSamples {
    std::size_t kept_samples = 0;  // room for as many lines of the result as the rectangle has rows

    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/slide.clh"; }
};

}  // namespace sluice::strategies
