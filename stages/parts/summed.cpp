#include "stages/shared/summed.hpp"

namespace sluice::stages {
namespace {

struct Summed : Blocks {
    double low = 0, high = 1;
};

}  // namespace

// A part of integral: sums up to each pixel.
StageDef summed() {
    return with_blocks(gather<Summed>("summed", "Prefix sums inside each block."))
        .image_in("before", "Sums to add: of the blocks before.", true)
        .param("low", &Summed::low, "Lower end of the intended range.")
        .param("high", &Summed::high, "Upper end of the intended range.")
        .infer([](const Summed& p, const StageInputs& inputs) {
            return as_data(inputs.image(), p.pixel, p.low, p.high);
        })
        .footprint([](const Summed& p, const StageInputs&, const Area& of) {
            return p.footprint(of, [&](const Interval& i) {
                return Interval{p.first_of(p.block_of(i.first)), i.end};
            });
        })
        .function([](const Summed& p, const StageInputs& inputs) {
            KernelFunction function = p.function("summed");
            if (inputs.images[1]) function.name += "_behind";
            return function;
        });
}

}  // namespace sluice::stages
