// Integer sums over rectangles that slide down a tile: each row adds a line and subtracts one
// (kernels/strategies/sums.clh). Several Gathers of a pass may be such sums over the same rectangles.
#pragma once

#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Sums final : Strategy {
    std::size_t count = 1;               // of sums
    std::size_t columns = 0, lines = 1;  // in local memory at a time

    std::string value(const GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
