#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/columns/columns.hpp"

namespace sluice::strategies {

void Columns::add_arguments(GatherCode& code) const {
    code.number("_inner_left", static_cast<double>(own.begin));
    code.number("_inner_right", static_cast<double>(own.end));
}

void Columns::add_functions(GatherCode& code) const {
    std::string offsets;
    for (const std::int32_t offset : own.offsets) offsets += cat(offsets.empty() ? "" : ", ", offset);
    define_pieces(code, lanes_as());
    code.define("TILE_WIDTH", code.program().shape.tile->width);
    code.define("PIXEL_WORDS", word_type(code.source().lane_bytes()));
    code.define("LINE_PIXELS(y)", line_of(code, "PIXEL_WORDS"));
    code.define("SOURCE_WIDTH", cat("(int)", code.name(), "_width"));
    code.define_all(column_macros(code.weights(), code.name()));
    code.define("INNER_LEFT", cat(code.name(), "_inner_left"));
    code.define("INNER_RIGHT", cat(code.name(), "_inner_right"));
    code.define("COLUMN_OFFSETS", offsets);
    code.define("TAPS_ACROSS", own.taps);
    code.define("PIECES_ACROSS", own.window_pieces());
    code.define("SOURCE_HEIGHT", cat("(int)", code.name(), "_height"));
    code.define("LINES_KEPT", lines_kept ? 1 : 0);
    code.define("COLUMNS_ALIGNED", own.aligned ? 1 : 0);
    code.define("TILE_SETS", sets);
    if (lines_kept)
        code.define_all(row_macros(code.weights(), code.name()));
    else
        define_lines(code, "_rows", cat(code.name(), "_outputs"), rows);
    code.define("WEIGHTS_FINITE", code.weights_finite(true));
}

void Columns::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("strategies/columns.clh", pass.parts());
}

}  // namespace sluice::strategies
