#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of what mixes pixels: colours weigh as much as they are opaque.
StageDef faded() {
    return point("faded", "Multiplies colours by their alpha.")
        .internal()
        .finite_of_integers()
        .alpha([](const NoParams&) { return AlphaLane::apply; })
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.white = dst.white_value();
            dst.pixel = real_of(dst.pixel);
            return dst;
        })
        .function([](const NoParams&, const StageInputs& inputs) -> KernelFunction {
            return {"faded", is_integer(inputs.image().pixel) ? "faded_finite" : "faded"};
        });
}

}  // namespace sluice::stages
