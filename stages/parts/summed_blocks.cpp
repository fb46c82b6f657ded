#include "stages/shared/summed.hpp"

namespace sluice::stages {

// A part of integral: a pixel for each block.
StageDef summed_blocks() {
    return with_blocks(gather<Blocks>("summed_blocks", "Reduces each block to one pixel, its sum."))
        .infer([](const Blocks& p, const StageInputs& inputs) {
            ImageFormat dst = as_data(inputs.image(), p.pixel, 0, 1);
            p.side(dst) = p.count(p.side(dst));
            return dst;
        })
        .footprint([](const Blocks& p, const StageInputs&, const Area& of) {
            return p.footprint(of, [&](const Interval& i) {
                return Interval{p.first_of(i.first), p.first_of(i.end)};
            });
        })
        .function([](const Blocks& p, const StageInputs&) { return p.function("summed_blocks"); });
}

}  // namespace sluice::stages
