// How large the tiles are down which sums of whole numbers slide.
#pragma once

#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/schedule/place_tile.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// Gathers of a pass that are sums over the same rectangles, of `bytes` each.
struct SumsOfPass {
    WholeSums window;
    std::size_t count = 1, bytes = 4;

    // Whether sliding is better than weighing each line anew, as one Gather can be.
    bool slide() const;
};

// nullopt where local memory is too small for a line of each sum.
std::optional<TileShape> place_sums(const SumsOfPass& sums, const TileNeeds& needs,
                                    const DeviceFacts& device);

}  // namespace sluice
