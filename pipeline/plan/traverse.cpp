#include "pipeline/plan/traverse.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

std::string one_unit(const UnitCode& code, Edge edge) {
    return cat("            const int d = 0;\n            const uint x = column * UNIT;\n", code.units,
               code.load, code.handle(edge));
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
                one_unit(code, Edge::whole), "        }\n");
    text += cat("        for (; column < end; ++column) {\n",
                one_unit(code, code.edge_matters ? Edge::cut : Edge::whole), "        }\n", code.after_tile,
                "    }\n");
    return text;
}

// Items of a group side by side and below each other, each with DEPTH units on their way at once where
// all of them are image. At the edges one follows the other.
std::string side_by_side(const UnitCode& code, bool runs) {
    const char* from = runs ? "group * run" : "group";
    const char* to = runs ? "min(first + run, tiles)" : "tiles";
    const char* step = runs ? "1u" : "layer_groups";
    const char* whole = code.edge_matters ? "x + UNIT <= width && " : "";
    return cat(
        "    const uint right = get_local_id(0) % tile_width;\n"
        "    const uint down = get_local_id(0) / tile_width;\n"
        "    const uint rows = GROUP / tile_width;\n"
        "    const uint first = ",
        from, ", last = ", to,
        ";\n    uint tile_x = first % across, tile_y = first / across;\n    const uint step_x = ", step,
        " % across, step_y = ", step, " / across;\n    for (uint tile = first; tile < last; tile += ", step,
        ") {\n"
        "        const uint column = tile_x * tile_width + right;\n"
        "        const uint top = tile_y * rows * DEPTH + down;\n"
        "        tile_x += step_x;  // to the next tile, without a division\n"
        "        tile_y += step_y + (tile_x >= across ? 1 : 0);\n"
        "        tile_x -= tile_x >= across ? across : 0;\n"
        "        if (column >= columns || top >= height) continue;\n"
        "        const uint x = column * UNIT;\n"
        "        if (",
        whole, "top + (DEPTH - 1) * rows < height) {\n", code.units,
        "        #pragma unroll\n"
        "        for (int d = 0; d < DEPTH; ++d) {\n"
        "            const uint y = top + d * rows;\n",
        code.load,
        "        }\n"
        "        #pragma unroll\n"
        "        for (int d = 0; d < DEPTH; ++d) {\n"
        "            const uint y = top + d * rows;\n",
        code.handle(Edge::whole),
        "        }\n"
        "        } else\n"
        "        for (uint y = top; y < min(height, top + DEPTH * rows); y += rows) {\n"
        "            const int d = 0;\n",
        code.units, code.load, code.handle(code.edge_matters ? Edge::cut : Edge::whole), "        }\n",
        code.after_tile, "    }\n");
}

}  // namespace

void traverse_parameters(KernelParameters& parameters, const PassShape& shape, const ImageFormat& format,
                         const Strips& strips) {
    const auto number = [&](const char* name, std::size_t value) {
        parameters.number("uint", name, static_cast<double>(value));
    };
    number("width", format.width);
    number("layer_groups", shape.layer_groups);
    number("columns", shape.columns);
    number("tile_width", shape.tile_width);
    number("across", shape.across());
    if (strips.cut()) {
        const auto per_strip = [&](const char* name, std::size_t value, std::size_t step, std::size_t last) {
            parameters.number("uint", name, static_cast<double>(value),
                              PerStrip{static_cast<double>(step), static_cast<double>(last)});
        };
        const std::size_t before = strips.count - 1;
        per_strip("height", strips.rows, 0, strips.last);
        per_strip("tiles", shape.tiles, 0,
                  shape.across() * ((strips.last + shape.tile_height() - 1) / shape.tile_height()));
        per_strip("first_row", 0, strips.rows, before * strips.rows);
        per_strip("first_group", 0, shape.layer_groups, before * shape.layer_groups);
        number("all_groups", strips.count * shape.layer_groups);
    } else {
        number("height", format.height);
        number("tiles", shape.tiles);
    }
    if (shape.run > 0) number("run", shape.run);
}

std::string layer_of_group(const Strips& strips) {
    const char* whole = "    const uint first_row = 0, first_group = 0, all_groups = layer_groups;\n";
    return std::string(strips.cut() ? "" : whole) +
           "    const uint layer = get_group_id(0) / layer_groups;\n"
           "    const uint group = get_group_id(0) - layer * layer_groups;\n"
           "    const uint base = layer * height;  // row of the layer's first\n";
}

std::string traverse(const UnitCode& code, const PassShape& shape) {
    return shape.alone ? along_rows(code) : side_by_side(code, shape.run > 0);
}

}  // namespace sluice
