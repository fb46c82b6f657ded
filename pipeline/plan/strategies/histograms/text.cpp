#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/histograms/histograms.hpp"

namespace sluice::strategies {

void Histograms::add_functions(GatherCode& code) const {
    define_window(code);
    code.define("HISTOGRAM_COLUMNS", columns);
    code.define("HISTOGRAM_LINES", lines);
    code.define("HISTOGRAM_LANES", counted);
}

}  // namespace sluice::strategies
