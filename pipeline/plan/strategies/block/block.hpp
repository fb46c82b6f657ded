// For functions that return a BLOCK: a group makes a block of the result together (kernels/block.clh,
// kernels/strategies/block.clh).
#pragma once

#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Block final : Strategy {
    BlockNeeds needs;
    std::size_t columns = 0, lines = 1;  // of pixels in local memory: the block with its neighbours

    const BlockSource* block() const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
