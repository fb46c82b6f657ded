// Where items of a separable Gather go down columns of its image itself (pass_straight.clh).
#pragma once

#include "pipeline/plan/schedule/place_tile.hpp"

#include <optional>

namespace sluice {

// nullopt where outputs weigh differently, where an item's sums do not fit registers, and where the image is
// so small that lines in local memory are faster.
std::optional<TileShape> place_straight(const Separable& taps, const TileNeeds& needs,
                                        const DeviceFacts& device);

}  // namespace sluice
