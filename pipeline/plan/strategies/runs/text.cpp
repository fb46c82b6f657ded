#include "pipeline/plan/text.hpp"
#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/strategies/runs/runs.hpp"

#include <bit>

namespace sluice::strategies {

std::vector<std::int32_t> Runs::own_table() const {
    const Extreme::Around around = extreme.around();
    std::vector<std::int32_t> table;
    std::size_t run = 0;
    for (std::int64_t y = around.top; y <= around.bottom; ++y) {
        table.push_back(static_cast<std::int32_t>(run));
        while (run < extreme.runs.size() && extreme.runs[run].y == y) ++run;
    }
    table.push_back(static_cast<std::int32_t>(run));
    for (const RowRun& r : extreme.runs) {
        const auto length = static_cast<std::uint64_t>(r.last - r.first + 1);
        const int level = std::bit_width(length) - 1;
        table.push_back(level);
        table.push_back(static_cast<std::int32_t>(r.first - around.left));
        table.push_back(static_cast<std::int32_t>(r.last + 1 - (std::int64_t{1} << level) - around.left));
    }
    return table;
}

void Runs::add_arguments(GatherCode& code) const {
    const Extreme::Around around = extreme.around();
    code.number("_beside", static_cast<double>(around.left));
    code.number("_above", static_cast<double>(around.top));
    code.number("_columns", static_cast<double>(columns));
    code.number("_rows", static_cast<double>(rows));
}

void Runs::add_functions(GatherCode& code) const {
    code.define_samples(extreme.most);
    code.define("WINDOW_LEFT", cat(code.name(), "_beside"));
    code.define("WINDOW_ABOVE", cat(code.name(), "_above"));
    code.define("WINDOW_COLUMNS", cat(code.name(), "_columns"));
    code.define("WINDOW_ROWS", cat(code.name(), "_rows"));
    code.define("RUNS", code.own_table());
    code.define("RUN_LEVELS", levels);
    code.define("RUN_LINES", lines);
    code.define("RUN_STEPS", steps);
    code.define("RUNS_STAGED", staged ? 1 : 0);
    code.define("TILE_WIDTH", width > 0 ? std::to_string(width) : "(int)(tile_width * UNIT)");
    code.define("TILE_ROWS", 1);
    code.define("LINE_SAMPLES", line_samples);
    code.define("OPEN_SAMPLES", open_samples);
}

void Runs::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("samples.clh", {});
    pass.source.append_filled("strategies/runs.clh", pass.parts());
}

}  // namespace sluice::strategies
