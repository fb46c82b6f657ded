// The shape of a pass whose items handle units: pixels in V, units, groups and their tiles.
#pragma once

#include "pipeline/plan/schedule/place.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace sluice {

// What a strategy chooses by its numbers.
struct UnitNumbers {
    std::size_t items = 1;             // of a group, at most
    std::size_t groups = 0;            // for each compute unit; 0 = one for each tile
    std::size_t width = 1;             // of a tile: units, at most
    std::size_t width_of_objects = 1;  // the same where an image object is among its images
    int depth = 1;                     // units that an item has in flight
    int depth_of_windows = 0;          // the same, at most, where these are windows; 0 = as many
    int depth_apart = 0;               // the same of pixels that lie apart; 0 = by their unit
};
// They may differ where a group is one item.
using UnitNumbersOf = std::function<UnitNumbers(bool alone)>;

// Units of another size than texels ask for, for which so many texels of 16 bytes are read.
struct UnitThatReads {
    int pixels;
    std::size_t texels;
};
PassShape place_units(const PassNeeds& needs, const UnitNumbersOf& numbers, const DeviceFacts& device,
                      const PlanOptions& options, const std::optional<UnitThatReads>& unit = {});

// Whether all groups of a pass that only reduces have work, so that what an item has in flight is what
// registers allow.
bool fills_groups(const PassNeeds& needs, const UnitNumbers& numbers, const DeviceFacts& device);

// Of passes over tiles of a Gather: items of a group, at most, and groups for each compute unit of a CPU.
constexpr std::size_t most_tile_items = 128, cpu_groups_of_unit = 32;
// Local memory that a group takes beside a tile.
std::size_t local_beside_tile(std::size_t items, std::size_t lut_copies, const PassNeeds& needs);

}  // namespace sluice
