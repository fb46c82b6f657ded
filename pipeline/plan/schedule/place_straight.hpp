// Where items of a separable Gather go down columns of its image itself (pass_straight.clh,
// pass_columns.clh).
#pragma once

#include "pipeline/plan/schedule/place_tile.hpp"

#include <optional>

namespace sluice {

// nullopt where outputs weigh differently, where an item's sums do not fit registers, and where the image is
// so small that lines in local memory are faster.
std::optional<TileShape> place_straight(const Separable& taps, const TileNeeds& needs,
                                        const DeviceFacts& device);

// The same where each column has weights of its own (pass_columns.clh): nullopt where an output weighs what
// is no image, too.
std::optional<TileShape> place_columns(const Separable& taps, const TileNeeds& needs,
                                       const DeviceFacts& device);

}  // namespace sluice
