#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/prefix/prefix.hpp"

namespace sluice::strategies {

void Prefix::add_functions(GatherCode& code) const {
    define_samples(code, false);
    code.define("MOST", 0);
    code.define("PREFIX_EXACT", exact ? 1 : 0);
    code.define("PREFIX_SHIFT", prefix_shift);
    code.define("PREFIX_DOWN", down_kinds);
    code.define("PREFIX_ACROSS", across_kinds);
    code.define("PREFIX_TILES", tiles);
    code.define("PREFIX_CARRIED", carried_rows);
    code.define("PREFIX_ROW", row_samples);
}

}  // namespace sluice::strategies
