// How large the blocks are that a group makes together, of a Gather whose function makes blocks (block.clh).
#pragma once

#include "pipeline/plan/schedule/place_tile.hpp"

#include <optional>

namespace sluice {

// nullopt where local memory is too small for the pixels around one.
std::optional<TileShape> place_block(const BlockNeeds& block, const TileNeeds& needs,
                                     const DeviceFacts& device);

}  // namespace sluice
