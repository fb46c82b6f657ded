// Blocks of the result that a group makes together, of a Gather whose function does (kernels/block.clh,
// kernels/strategies/block.clh).
#pragma once

#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Block final : Strategy {
    BlockNeeds needs;
    std::size_t columns = 0, lines = 1;  // pixels around them, in local memory

    const BlockSource* block() const override;
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
