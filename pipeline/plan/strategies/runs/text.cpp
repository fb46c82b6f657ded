#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/runs/runs.hpp"

#include <bit>

namespace sluice::strategies {

std::vector<std::int32_t> Runs::own_table() const {
    std::vector<std::int32_t> table;
    std::size_t run = 0;
    for (std::int64_t y = around.top; y <= around.bottom; ++y) {
        table.push_back(static_cast<std::int32_t>(run));
        while (run < runs.size() && runs[run].y == y) ++run;
    }
    table.push_back(static_cast<std::int32_t>(run));
    for (const RowRun& r : runs) {
        const auto length = static_cast<std::uint64_t>(r.last - r.first + 1);
        const int level = std::bit_width(length) - 1;
        table.push_back(level);
        table.push_back(static_cast<std::int32_t>(r.first - around.left));
        table.push_back(static_cast<std::int32_t>(r.last + 1 - (std::int64_t{1} << level) - around.left));
    }
    return table;
}

void Runs::add_functions(GatherCode& code) const {
    define_window(code);
    code.define("RUNS", code.own_table());
    code.define("RUN_LEVELS", levels);
    code.define("RUN_LINES", lines);
    code.define("RUN_STEPS", steps);
    code.define("OPEN_SAMPLES", open_samples);
}

}  // namespace sluice::strategies
