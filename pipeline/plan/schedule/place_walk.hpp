// Where items of a separable Gather that weighs columns alone walk along lines of its image (pass_walk.clh).
#pragma once

#include "pipeline/plan/schedule/place_tile.hpp"

#include <optional>

namespace sluice {

// nullopt where lines are weighed too, or all columns alike, where an output weighs what is no image or
// leaves out columns between it and the next, where more outputs weigh a pixel than an item can keep sums of,
// where pixels have more than 16 bytes or are no buffer's, where the pass reduces, and where nothing fits.
std::optional<TileShape> place_walk(const Separable& taps, const TileNeeds& needs, const DeviceFacts& device);

}  // namespace sluice
