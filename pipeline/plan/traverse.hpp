// How the items of a pass go over the units of an image: the loops around the code of one unit.
#pragma once

#include "pipeline/plan/kernel_source.hpp"
#include "pipeline/plan/place.hpp"

#include <functional>
#include <string>

namespace sluice {

// Which pixels of a unit are the image's: all, or those with x < width.
enum class Edge { whole, cut };

struct UnitCode {
    std::string units;                        // declares what loads fill: DEPTH units of each image
    std::string load;                         // fills number d from (column, base + y)
    std::function<std::string(Edge)> handle;  // number d, with its first pixel at (x, y)
    bool edge_matters = false;                // whether handle() depends on its argument
    std::string after_tile;                   // once an item has done its part of a tile
};

// Sizes as arguments, so that another size needs no other kernel.
void traverse_parameters(KernelParameters& parameters, const PassShape& shape, const ImageFormat& format,
                         const Strips& strips);
// Which layer a group works on, and as which of those that share it: group, layer, and the layer's first
// row, base. Where the image is in strips, first_row is that of the strip, and first_group of all_groups its
// first group.
std::string layer_of_group(const Strips& strips);
std::string traverse(const UnitCode& code, const PassShape& shape);

}  // namespace sluice
