#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of blend.
StageDef masked() {
    return point("masked", "Multiplies the alpha of an image by a mask.")
        .internal()
        .image_in("mask",
                  "The mask, of which the first channel counts: white leaves a pixel as it is, 0 hides it.")
        .alpha([](const NoParams&) { return AlphaLane::apply; })
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.white = dst.white_value();
            dst.pixel = real_of(dst.pixel);
            return dst;
        })
        .function("masked")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"of_white", 1 / inputs.image(1).white_value()}};
        });
}

}  // namespace sluice::stages
