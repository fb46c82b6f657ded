#include "pipeline/plan/code/traverse.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

std::string one_unit(const UnitCode& code, Cut cut) {
    return cat("            const int d = 0;\n            const uint x = column * UNIT;\n", code.units,
               code.load, code.handle(cut));
}

// Along a row, first the units that are all image, then the one that the right edge cuts: the loop that
// matters has no condition in it.
std::string along_rows(const UnitCode& code) {
    std::string text =
        "    const uint first = group * run;\n"
        "    const uint last = min(first + run, tiles);\n"
        "    for (uint tile = first; tile < last; ++tile) {\n"
        "        const uint y = tile / across;\n"
        "        uint column = (tile - y * across) * tile_width;\n"
        "        const uint end = min(column + tile_width, columns);\n";
    if (code.edge_matters)
        text +=
            cat("        const uint whole = min(end, width / UNIT);\n"
                "        for (; column < whole; ++column) {\n",
                one_unit(code, Cut::whole), "        }\n");
    text += cat("        for (; column < end; ++column) {\n",
                one_unit(code, code.edge_matters ? Cut::edge : Cut::whole), "        }\n", code.after_tile,
                "    }\n");
    return text;
}

// The same in a tile of a Table's rows, whose left edge may cut a unit too.
std::string along_rows_of_area(const UnitCode& code) {
    return cat(
        "    const uint run = (tiles + layer_groups - 1) / layer_groups;\n"
        "    const uint whole_column = (area_left + UNIT - 1) / UNIT;\n"
        "    const uint first = group * run;\n"
        "    const uint last = min(first + run, tiles);\n"
        "    for (uint tile = first; tile < last; ++tile) {\n"
        "        const uint y = area_top + tile / across;\n"
        "        uint column = first_column + tile % across * tile_width;\n"
        "        const uint end = min(column + tile_width, columns);\n"
        "        while (column < end) {\n"
        "        const uint whole = column < whole_column ? column : min(end, area_right / UNIT);\n"
        "        for (; column < whole; ++column) {\n",
        one_unit(code, Cut::whole),
        "        }\n"
        "        if (column < end) {\n",
        one_unit(code, Cut::edge), "        ++column;\n        }\n        }\n", code.after_tile, "    }\n");
}

// Items of a group side by side and below each other, each with DEPTH units on their way at once where
// all of them are image. At the edges one follows the other.
std::string side_by_side(const UnitCode& code, bool runs, bool area) {
    const char* from = runs ? "group * run" : "group";
    const char* to = runs ? "min(first + run, tiles)" : "tiles";
    const char* step = runs ? "1u" : "layer_groups";
    const char* whole = area                ? "x >= area_left && x + UNIT <= area_right && "
                        : code.edge_matters ? "x + UNIT <= width && "
                                            : "";
    const char* bottom = area ? "area_bottom" : "height";
    return cat(
        "    const uint right = get_local_id(0) % tile_width;\n"
        "    const uint down = get_local_id(0) / tile_width;\n"
        "    const uint rows = GROUP / tile_width;\n"
        "    const uint first = ",
        from, ", last = ", to,
        ";\n    uint tile_x = first % across, tile_y = first / across;\n    const uint step_x = ", step,
        " % across, step_y = ", step, " / across;\n    for (uint tile = first; tile < last; tile += ", step,
        ") {\n"
        "        const uint column = ",
        area ? "first_column + " : "",
        "tile_x * tile_width + right;\n"
        "        const uint top = ",
        area ? "area_top + " : "",
        "tile_y * rows * DEPTH + down;\n"
        "        tile_x += step_x;  // to the next tile, without a division\n"
        "        tile_y += step_y + (tile_x >= across ? 1 : 0);\n"
        "        tile_x -= tile_x >= across ? across : 0;\n"
        "        if (column >= columns || top >= ",
        bottom,
        ") continue;\n"
        "        const uint x = column * UNIT;\n"
        "        if (",
        whole, "top + (DEPTH - 1) * rows < ", bottom, ") {\n", code.units,
        "        #pragma unroll\n"
        "        for (int d = 0; d < DEPTH; ++d) {\n"
        "            const uint y = top + d * rows;\n",
        code.load,
        "        }\n"
        "        #pragma unroll\n"
        "        for (int d = 0; d < DEPTH; ++d) {\n"
        "            const uint y = top + d * rows;\n",
        code.handle(Cut::whole),
        "        }\n"
        "        } else\n"
        "        for (uint y = top; y < min(",
        bottom,
        ", top + DEPTH * rows); y += rows) {\n"
        "            const int d = 0;\n",
        code.units, code.load, code.handle(code.edge_matters ? Cut::edge : Cut::whole), "        }\n",
        code.after_tile, "    }\n");
}

// Border `k` of a tile, of those that cut `size` pixels from `first` on into `count`.
std::string border(const char* first, const char* k, const char* size, const char* count) {
    return cat(first, " + (uint)((ulong)(", k, ") * ", size, " / ", count, ")");
}

// A group's tile, in units and rows of the layer or strip; and its own tiles, those that a group takes.
std::string area_of_row() {
    const auto x_of = [](const char* k) {
        return cat("clamp(", border("area_x", k, "area_width", "area_columns"), ", part_left, part_right)");
    };
    const auto y_of = [](const char* k) {
        return cat("clamp(clamp(", border("area_y", k, "area_height", "area_rows"),
                   ", part_top, part_bottom), first_row, first_row + height) - first_row");
    };
    return cat(
        "    const uint area_column = row % area_columns, area_row = row / area_columns % area_rows;\n",
        "    const uint area_left = ", x_of("area_column"),
        ";\n    const uint area_right = ", x_of("area_column + 1"),
        ";\n    const uint area_top = ", y_of("area_row"),
        ";\n    const uint area_bottom = ", y_of("area_row + 1"),
        ";\n    const uint first_column = area_left / UNIT, columns = (area_right + UNIT - 1) / UNIT;\n"
        "    const uint across = max(1u, (columns - first_column + tile_width - 1) / tile_width);\n"
        "    const uint tiles = across * ((area_bottom - area_top + tile_height - 1) / tile_height);\n");
}

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

void traverse_parameters(KernelParameters& parameters, const PassShape& shape, const Ground& ground) {
    using What = RowsArgument::What;
    const auto number = [&](const char* name, std::size_t value) {
        parameters.number("uint", name, static_cast<double>(value));
    };
    number("width", ground.width);
    number("layer_groups", shape.layer_groups);
    if (!ground.tiles) number("columns", shape.columns);
    number("tile_width", shape.tile_width);
    if (!ground.tiles) number("across", shape.across());
    parameters.add("const uint first_row", RowsArgument{What::pass_first});
    parameters.add("const uint height", RowsArgument{What::pass_count});
    if (ground.tiles)
        area_parameters(number, *ground.tiles, shape);
    else
        parameters.add("const uint tiles",
                       RowsArgument{What::pass_count, 0, shape.tile_height(), shape.across()});
    if (!ground.tiles && shape.run > 0) number("run", shape.run);
}

std::string ground_of_group(const Ground& ground) {
    if (ground.tiles)
        return cat(
            "    const uint row = get_group_id(0) / layer_groups;\n"
            "    const uint layer = row / (area_columns * area_rows);\n"
            "    const uint group = get_group_id(0) - row * layer_groups;\n",
            area_of_row());
    return cat(
        "    const uint layer = get_group_id(0) / layer_groups;\n"
        "    const uint group = get_group_id(0) - layer * layer_groups;\n",
        ground.reduces ? "    const uint row = layer;  // of Tables\n" : "");
}

std::string traverse(const UnitCode& code, const PassShape& shape, bool areas) {
    if (!shape.alone) return side_by_side(code, shape.run > 0, areas);
    return areas ? along_rows_of_area(code) : along_rows(code);
}

}  // namespace sluice
