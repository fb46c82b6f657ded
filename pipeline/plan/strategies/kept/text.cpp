#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/strategies/kept/kept.hpp"

namespace sluice::strategies {

void Kept::add_functions(GatherCode& code) const {
    const Separable& taps = code.weights().taps;
    code.define_all(column_macros(code.weights(), code.name()));
    code.define_all(row_macros(code.weights(), code.name()));
    code.define("WEIGHTS_FINITE", code.weights_finite(!taps.rows.even));
    define_samples(code, false);
    code.define("MOST", 0);
    code.define("KEPT_STEPS", steps);
    code.define("KEPT_REACH", reach);
    code.define("KEPT_DOUBLES", code.program().shape.doubles ? 1 : 0);
    code.define("KEPT_LINES", lines);
    code.define("KEPT_SAMPLES", kept_samples);
}

}  // namespace sluice::strategies
