#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/strategies/slide/slide.hpp"

namespace sluice::strategies {

void Slide::add_functions(GatherCode& code) const {
    define_window(code);
    code.define("KEPT_SAMPLES", kept_samples);
}

}  // namespace sluice::strategies
