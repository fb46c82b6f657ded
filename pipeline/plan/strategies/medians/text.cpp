#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/medians/medians.hpp"

namespace sluice::strategies {

void Medians::add_functions(GatherCode& code) const {
    define_window(code);
    code.program().source.include("median_networks.clh");
    code.define("MEDIAN_STEPS", steps);
    code.define("MEDIAN_SIDE", in_order ? around.rows() : 0);
    code.define("MEDIAN_LINES", in_order ? around.rows() : kept_lines);
    code.define("MANY_PLACES", many_places ? 1 : 0);
}

}  // namespace sluice::strategies
