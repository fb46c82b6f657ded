#include "pipeline/plan/text.hpp"
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/walk/walk.hpp"

namespace sluice::strategies {

void Walk::add_arguments(GatherCode& code) const {
    const ImageFormat& image = code.source();
    code.number("_first_column", along.lines.front().source);
    code.number("_last_texel",
                static_cast<double>(ceil_div(image.width * image.lane_bytes(), std::size_t{16}) - 1));
}

void Walk::add_functions(GatherCode& code) const {
    define_pieces(code, lanes_as());
    code.define("TILE_WIDTH", "(int)(tile_width * UNIT)");
    code.define("ITEM_LINES", lines);
    code.define("CHUNK_COLUMNS", columns);
    code.define("LINE_TEXELS(y)", line_of(code, "uint4"));
    code.define("FIRST_COLUMN", cat(code.name(), "_first_column"));
    code.define("LAST_TEXEL", cat(code.name(), "_last_texel"));
    define_lines(code, "_columns", "width", along);
    code.define("ONE", cat("(REAL)", number_text(scales().rows)));
    code.define("WEIGHTS_FINITE", code.weights_finite(true));
}

void Walk::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("strategies/walk.clh", pass.parts());
}

}  // namespace sluice::strategies
