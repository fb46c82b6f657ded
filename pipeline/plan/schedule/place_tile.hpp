// How large the tiles are from which a separable Gather is computed.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <cstddef>
#include <optional>

namespace sluice {

// A group makes `width` x `height` pixels of the result from `columns` x `rows` of the image in local memory.
struct TileShape {
    std::size_t width = 0, height = 0, columns = 0, rows = 0;
    std::size_t bytes = 0;  // of local memory
    bool stored = false;    // the tile holds pixels as they lie in memory, not as numbers
    std::size_t block = 1;  // outputs of a column that an item has at once
};

struct TileNeeds {
    const Separable& taps;
    Domain domain;                            // of the result
    int unit = 1, pixels = 1;                 // pixels of a unit and of V
    std::size_t number_bytes = 16;            // of a pixel as numbers
    std::optional<std::size_t> stored_bytes;  // of a pixel in memory, where the tile may hold it so
    std::size_t store_bytes = 0;  // of a result's pixel that goes to its image through local memory
    std::size_t items = 1;        // of a group
};

// nullopt where no tile fits.
std::optional<TileShape> place_tile(const TileNeeds& needs, const DeviceFacts& device);

}  // namespace sluice
