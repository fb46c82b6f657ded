#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/strategies/slide/slide.hpp"

namespace sluice::strategies {

void Slide::add_arguments(GatherCode& code) const {
    code.number("_beside", static_cast<double>(top.first));
    code.number("_above", static_cast<double>(top.y));
    code.number("_columns", static_cast<double>(top.last - top.first + 1));
    code.number("_rows", static_cast<double>(rows));
}

void Slide::add_functions(GatherCode& code) const {
    code.define_samples(most);
    code.define("WINDOW_LEFT", cat(code.name(), "_beside"));
    code.define("WINDOW_ABOVE", cat(code.name(), "_above"));
    code.define("WINDOW_COLUMNS", cat(code.name(), "_columns"));
    code.define("WINDOW_ROWS", cat(code.name(), "_rows"));
    code.define("TILE_WIDTH", width > 0 ? std::to_string(width) : "(int)(tile_width * UNIT)");
    code.define("TILE_ROWS", 1);
    code.define("LINE_SAMPLES", line_samples);
    code.define("KEPT_SAMPLES", kept_samples);
}

void Slide::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("samples.clh", {});
    pass.source.append_filled("strategies/slide.clh", pass.parts());
}

}  // namespace sluice::strategies
