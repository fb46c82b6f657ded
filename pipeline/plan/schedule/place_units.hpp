// The shape of a pass whose items handle units: pixels in V, units, groups and their tiles.
#pragma once

#include "pipeline/plan/schedule/place.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// Units of another size than texels ask for, for which so many texels of 16 bytes are read.
struct UnitThatReads {
    int pixels;
    std::size_t texels;
};
PassShape place_units(const PassNeeds& needs, const DeviceFacts& device, const PlanOptions& options,
                      const std::optional<UnitThatReads>& unit = {});

// Of passes over tiles of a Gather: items of a group, at most, and groups for each compute unit of a CPU.
constexpr std::size_t most_tile_items = 128, cpu_groups_of_unit = 32;
// Local memory that a group takes beside a tile.
std::size_t local_beside_tile(std::size_t items, std::size_t lut_copies, const PassNeeds& needs);

}  // namespace sluice
