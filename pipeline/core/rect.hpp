// A short name, for stages. Not in sluice.hpp, because applications often have a Rect of their own.
#pragma once

#include "pipeline/core/table.hpp"

#include <cstddef>

namespace sluice {

using Rect = Tiles::Rect;

// Number of tiles that an image, or a region, is divided into.
struct Grid {
    std::size_t across = 1, down = 1;
    bool operator==(const Grid&) const = default;
};

}  // namespace sluice
