// Where items of a separable Gather that weighs columns alone walk along lines of its image (pass_walk.clh).
#pragma once

#include "pipeline/plan/schedule/place_tile.hpp"

#include <optional>

namespace sluice {

// nullopt where an output weighs what is no image, where columns between outputs are not weighed, and where
// more outputs weigh a pixel than an item can keep sums of.
std::optional<TileShape> place_walk(const Separable& taps, const TileNeeds& needs, const DeviceFacts& device);

}  // namespace sluice
