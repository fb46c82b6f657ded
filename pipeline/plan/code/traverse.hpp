// How the items of a pass go over the units of an image: the loops around the code of one unit.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <functional>
#include <optional>
#include <string>

namespace sluice {

// Which pixels of a unit are the image's, or the tile's: all, or those with x < width, or those in its area.
enum class Cut { whole, edge };

struct UnitCode {
    std::string units;                       // declares what loads fill: DEPTH units of each image
    std::string load;                        // fills number d from (column, y)
    std::function<std::string(Cut)> handle;  // number d, with its first pixel at (x, y)
    bool edge_matters = false;               // whether handle() depends on its argument
    std::string after_tile;                  // once an item has done its part of a tile
};

// What a group goes over: a layer, or one of the tiles of a Table's rows.
struct Ground {
    std::size_t width;
    const std::optional<Tiles>& tiles;
    bool reduces;
};

// Sizes as arguments, so that another size needs no other kernel.
void traverse_parameters(KernelParameters& parameters, const PassShape& shape, const Ground& ground);
// Which row of Tables (if it reduces) and which layer a group works for, and as which of those that share it:
// group, row, layer. Row y of the pass is row first_row + y of the layer. Where Tables have rows for tiles,
// the tile is pixels area_left to area_right, rows area_top to area_bottom of the pass.
std::string ground_of_group(const Ground& ground);
// `areas`: Tables have rows for tiles.
std::string traverse(const UnitCode& code, const PassShape& shape, bool areas);

}  // namespace sluice
