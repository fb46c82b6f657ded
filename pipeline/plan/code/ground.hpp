// What the groups of a pass go over. The loops are those of pass_along_rows.clh and pass_side_by_side.clh.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <optional>
#include <string>

namespace sluice {

// Which pixels of a unit are the image's, or the tile's: all, or those with x < width, or those in its area.
enum class Cut { whole, edge };

// What a group goes over: a layer, or one of the tiles of a Table's rows.
struct Ground {
    std::size_t width;
    const std::optional<Tiles>& tiles;
    bool reduces;
};

// Sizes as arguments, so that another size needs no other kernel.
void ground_parameters(KernelParameters& parameters, const PassShape& shape, const Ground& ground);
// Which row of Tables (if it reduces) and which layer a group works for, and as which of those that share it:
// group, row, layer. Row y of the pass is row first_row + y of the layer. Where Tables have rows for tiles,
// the tile is pixels area_left to area_right, rows area_top to area_bottom of the pass.
std::string ground_of_group(const Ground& ground);

}  // namespace sluice
