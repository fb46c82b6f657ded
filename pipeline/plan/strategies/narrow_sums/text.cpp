#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/narrow_sums/narrow_sums.hpp"

namespace sluice::strategies {

void NarrowSums::add_functions(GatherCode& code) const {
    code.define_all(column_macros(code.weights(), code.name()));
    code.define_all(row_macros(code.weights(), code.name()));
    define_samples(code, false);
    code.define("MOST", 0);
    code.define("COLUMN_SUM", of_column);
    code.define("WINDOW_SUM", of_window);
}

}  // namespace sluice::strategies
