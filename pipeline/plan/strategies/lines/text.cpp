#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/lines/lines.hpp"

#include <utility>

namespace sluice::strategies {
namespace {

using Parts = std::map<std::string, std::string>;

void fill_with_numbers(GatherCode& code, const std::string& decoded, Parts& parts, std::string& before) {
    const std::string places = "(VI)(x + k * PIXELS) + PIXEL_OF_LANE", row = "(VI)(y)";
    code.define("TILE_ELEMENT", "PIXEL_REAL");
    PointCode point(code.program(), {places, row}, before);
    parts["FILL_PIECE"] = cat(decoded, code.points(point));
    code.define("FILL_NUMBERS", code.image_value());
    code.define("FILL_PLACE(x, y)", cat(code.name(), "_texel(PASS_ARGUMENTS, layer, x, y)"));
}

// Pixels as they lie in memory.
void fill_as_stored(GatherCode& code, const Lines& shape) {
    const PassShape& pass = code.program().shape;
    const std::string src = code.source_name();
    const ImageFormat& format = code.source();
    code.define("TILE_ELEMENT", pixel_type(format));
    code.define("FILL_PIECE_TYPE", cat(src, "_piece"));
    code.define("FILL_VALUE(raw)", cat(code.name(), "_front(PASS_ARGUMENTS, layer, raw)"));
    code.add_front("_front", cat(src, "_piece"),
                   shape.bits ? piece_of_words(format, pass, cat("as_", words_of_piece(code), "(raw.v)"),
                                               shape.lanes_as())
                              : cat(src, "_decode(raw.v)"));
    const bool texels = has_texel_code(format, pass);
    code.define("TILE_TEXELS", texels ? 1 : 0);
    if (texels) {
        code.add_front("_front_texel", "uint4", piece_of_words(format, pass, "raw", shape.lanes_as()));
        code.define("FILL_TEXEL(words)", cat(code.name(), "_front_texel(PASS_ARGUMENTS, layer, words)"));
    }
    code.define("FILL_TEXELS", unit_texels(format, pass));
    code.define("FILL_UNIT(d)", cat(src, "_in[d]"));
    code.define("FILL_ROW(y)", code.edge_text("y", "_height"));
    code.define("FILL_COLUMN(x)", code.edge_text("x", "_width"));
    code.define("FILL_PIXEL(x, y)",
                cat(src, "_PIXEL(x, layer * ", src, "_rows + (uint)(y) - ", src, "_first)"));
}

// What fills a tile.
Parts fill_parts(GatherCode& code, const Lines& shape, std::string& before) {
    ProgramCode& program = code.program();
    std::string units, load, decoded, nearer;
    bool by_units = true;
    for (const std::size_t i : code.loads()) {
        const std::string src = code.image_name(i);
        const PlannedImage& image = program.view.image(i);
        by_units &= image.padded();
        before += base_of_rows(src);
        units += cat("                    ", src, "_unit ", src, "_in[LINES];\n");
        if (by_units && image.storage == Storage::buffer && !program.shape.alone)
            nearer += cat(nearer.empty() ? "" : ", ", "PREFETCH(&", src, "_TEXEL(column * ",
                          unit_texels(image.format, program.shape), ", ", src, "_base + (uint)(y)))");
        if (by_units) load += load_unit(src, image, program.shape, Access::read);
        decoded += cat("                const V v", program.numbers(i), " = ", src, "_decode(", src,
                       "_in[d].piece[k]);\n");
    }
    code.define("FILL_AHEAD(y)", nearer.empty() ? "(void)0" : nearer);
    code.define("FILL_UNITS", by_units ? 1 : 0);
    code.define("SOURCE_WIDTH", cat("(int)", code.name(), "_width"));
    code.define("SOURCE_HEIGHT", cat("(int)", code.name(), "_height"));
    Parts parts{{"FILL_DECLARE", units}, {"FILL_LOAD", load}};
    if (shape.stored)
        fill_as_stored(code, shape);
    else
        fill_with_numbers(code, decoded, parts, before);
    return parts;
}

}  // namespace

void Lines::add_arguments(GatherCode& code) const {
    if (any_size) code.number("_tile_columns", static_cast<double>(columns));
    if (!even) return;
    code.number("_even_left", static_cast<double>(even->begin));
    code.number("_even_right", static_cast<double>(even->end));
    code.number("_even_first", even->first);
}

void Lines::add_functions(GatherCode& code) const {
    code.define_all(column_macros(code.weights(), code.name()));
    code.define("COLUMN_STEP", even ? even->step : 0);
    if (even) {
        code.define("EVEN_LEFT", cat(code.name(), "_even_left"));
        code.define("EVEN_RIGHT", cat(code.name(), "_even_right"));
        code.define("EVEN_FIRST", cat(code.name(), "_even_first"));
        code.define("EVEN_SLACK", even->slack);
        code.define("EVEN_SHIFT", even->first & (code.program().shape.unit - 1));
    }
    define_lines(code, "_rows", cat(code.name(), "_outputs"), rows);
    code.define("WEIGHTS_FINITE", code.weights_finite(!rows.even));
    code.define("TILE_WIDTH",
                any_size ? "(int)(tile_width * UNIT)" : std::to_string(code.program().shape.tile->width));
    code.define("MOST_WIDTH", most_width);
    code.define("SOURCE_COLUMNS", any_size ? code.name() + "_tile_columns" : std::to_string(columns));
    code.define("TILE_ELEMENTS", elements);
    if (staged) code.define("TILE_ROWS", rows.most_ends(lines));
    code.define("LINES", lines);
    code.define("TILE_STORED", stored ? 1 : 0);
}

void Lines::add_kernel(const TilePass& pass) const {
    Parts parts = fill_parts(*pass.gathers.front(), *this, pass.before);
    parts.merge(pass.parts());
    pass.source.append_filled("strategies/lines.clh", parts);
}

}  // namespace sluice::strategies
