#include "pipeline/plan/code/ground.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/text.hpp"

#include <bit>
#include <cstdint>
#include <limits>

namespace sluice {
namespace {

template <class Number>
void area_parameters(const Number& number, const Tiles& tiles, const PassShape& shape) {
    number("tile_height", shape.tile_height());
    number("area_x", tiles.area.x);
    number("area_y", tiles.area.y);
    number("area_width", tiles.area.width);
    number("area_height", tiles.area.height);
    number("area_columns", tiles.across);
    number("area_rows", tiles.down);
    number("part_left", tiles.part.x);
    number("part_right", tiles.part.x + tiles.part.width);
    number("part_top", tiles.part.y);
    number("part_bottom", tiles.part.y + tiles.part.height);
}

}  // namespace

void ground_parameters(KernelParameters& parameters, const PassShape& shape, const Ground& ground) {
    using What = RowsArgument::What;
    const auto number = [&](const char* name, std::size_t value) {
        parameters.number("uint", name, static_cast<double>(value));
    };
    number("width", ground.width);
    const auto divisor = [&](const char* name, std::size_t value) {
        number(name, value);
        number(cat(name, "_inverse").c_str(), std::numeric_limits<std::uint32_t>::max() / value);
    };
    divisor("layer_groups", shape.layer_groups);
    if (!ground.tiles) number("columns", shape.columns);
    number("tile_width", shape.tile_width);
    if (!shape.alone && !shape.tile)
        number("tile_shift", static_cast<std::size_t>(std::countr_zero(shape.tile_width)));
    if (!ground.tiles) divisor("across", shape.across());
    parameters.add("const uint first_row", RowsArgument{What::pass_first});
    parameters.add("const uint height", RowsArgument{What::pass_count});
    if (ground.tiles)
        area_parameters(number, *ground.tiles, shape);
    else
        parameters.add("const uint tiles",
                       RowsArgument{What::pass_count, 0, shape.tile_height(), shape.across()});
    if (!ground.tiles && shape.run > 0) number("run", shape.run);
    if (shape.tile) number("tile_height", shape.tile->height);
}

std::string ground_of_group(const Ground& ground) {
    if (ground.tiles) return KernelSource::part("pass_area.clh");
    return cat(
        "    const uint layer = quotient((uint)get_group_id(0), layer_groups, layer_groups_inverse);\n"
        "    const uint group = (uint)get_group_id(0) - layer * layer_groups;\n",
        ground.reduces ? "    const uint row = layer;  // of Tables\n" : "");
}

}  // namespace sluice
