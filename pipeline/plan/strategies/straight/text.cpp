#include "pipeline/plan/text.hpp"
#include "pipeline/core/ceil_div.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/straight/straight.hpp"

namespace sluice::strategies {
namespace {

// Its sizes and weights as numbers of the kernel: constants, which take no register.
void add_axis(GatherCode& code, const EvenColumns& of, const Taps& taps, const char* begin, const char* end,
              const char* first, const char* weight, double scale) {
    code.number(begin, static_cast<double>(of.begin));
    code.number(end, static_cast<double>(of.end));
    code.number(first, of.first);
    const std::size_t middle = taps.even ? 0 : of.begin * taps.count;
    for (std::size_t k = 0; k < taps.count; ++k)
        code.program().parameters.number(code.program().shape.doubles ? "double" : "float",
                                         cat(code.name(), weight, k), taps.weights[middle + k] * scale);
}

std::string list_of_weights(const GatherCode& code, const char* weight, std::size_t count,
                            std::size_t padded) {
    std::string list;
    for (std::size_t k = 0; k < padded; ++k)
        list += cat(k == 0 ? "" : ", ", k < count ? cat(code.name(), weight, k) : std::string("0"));
    return list;
}

}  // namespace

void Straight::add_arguments(GatherCode& code) const {
    const Separable& taps = code.weights().taps;
    const WeightScales weigh = scales();
    add_axis(code, columns, taps.columns, "_inner_left", "_inner_right", "_first_column", "_column_weight",
             weigh.columns);
    add_axis(code, rows, taps.rows, "_inner_top", "_inner_bottom", "_first_row", "_row_weight", weigh.rows);
}

void Straight::add_functions(GatherCode& code) const {
    code.add_plainly();  // outputs at the edges
    const Separable& taps = code.weights().taps;
    const auto step = static_cast<std::size_t>(rows.step), open = ceil_div(taps.rows.count, step);
    const auto own = [&](const char* what) { return cat(code.name(), what); };
    define_pieces(code, lanes_as());
    code.define("TILE_WIDTH", code.program().shape.tile->width);
    code.define("LINE_PIECES(y)", line_of(code, "PIECE_WORDS"));
    code.define("INNER_LEFT", own("_inner_left"));
    code.define("INNER_RIGHT", own("_inner_right"));
    code.define("INNER_TOP", own("_inner_top"));
    code.define("INNER_BOTTOM", own("_inner_bottom"));
    code.define("COLUMN_STEP", columns.step);
    code.define("COLUMN_FIRST", own("_first_column"));
    code.define("TAPS_ACROSS", taps.columns.count);
    code.define("COLUMN_SHIFT", columns.first & (code.program().shape.pixels - 1));
    code.define("COLUMN_WEIGHTS",
                list_of_weights(code, "_column_weight", taps.columns.count, taps.columns.count));
    code.define("ROW_STEP", step);
    code.define("ROW_FIRST", own("_first_row"));
    code.define("TAPS_DOWN", taps.rows.count);
    code.define("ROW_WEIGHTS", list_of_weights(code, "_row_weight", taps.rows.count, open * step));
    code.define("OPEN", open);
    code.define("PLAIN(x, y)",
                own("_separable(PASS_ARGUMENTS, layer, PIXEL_OF_LANE + (VI)((int)(x)), (VI)(y), 0)"));
    code.define("WEIGHTS_FINITE", code.weights_finite(open * step != taps.rows.count));
}

void Straight::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("strategies/straight.clh", pass.parts());
}

}  // namespace sluice::strategies
