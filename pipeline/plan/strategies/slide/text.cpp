#include "pipeline/plan/code/tile_pass.hpp"
#include "pipeline/plan/strategies/slide/slide.hpp"

namespace sluice::strategies {

void Slide::add_functions(GatherCode& code) const {
    define_window(code);
    code.define("KEPT_SAMPLES", kept_samples);
}

void Slide::add_kernel(const TilePass& pass) const {
    pass.source.append_filled("samples.clh", {});
    pass.source.append_filled("strategies/slide.clh", pass.parts());
}

}  // namespace sluice::strategies
