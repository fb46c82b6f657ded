// What a strategy fills the kernel of a pass over tiles with.
#pragma once

#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/kernel_source.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sluice {

struct TilePass {
    KernelSource& source;
    std::vector<GatherCode*> gathers;  // that the strategy makes
    std::string& before;               // the loops: what filling a tile needs once goes there, before `parts`
    // PASS_GROUND, PASS_BEFORE, PASS_PIECE, PASS_STORE_TILE, PASS_AFTER_PIECES, PASS_AFTER.
    std::function<std::map<std::string, std::string>()> parts;
};

}  // namespace sluice
