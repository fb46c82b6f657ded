#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/moves/moves.hpp"

namespace sluice::strategies {

void Moves::add_arguments(GatherCode& code) const {
    for (const char* name : {"from_x", "step_x", "from_y", "step_y"}) code.constant(name);
}

void Moves::add_functions(GatherCode& code) const {
    define_samples(code, false);
    code.define("MOST", 0);
    code.define("MOVE_FROM_X", code.name() + "_from_x");
    code.define("MOVE_FROM_Y", code.name() + "_from_y");
    code.define("MOVE_STEP_X", code.name() + "_step_x");
    code.define("MOVE_STEP_Y", code.name() + "_step_y");
    code.define("MOVE_TRANSPOSED", transposed ? 1 : 0);
    code.define("MOVE_LINES", lines);
}

}  // namespace sluice::strategies
