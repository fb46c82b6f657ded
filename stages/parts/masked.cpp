#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of blend.
StageDef masked() {
    return point("masked", "Makes an image as transparent as a mask is dark.")
        .internal()
        .image_in("mask", "Its first channel: white leaves a pixel as it is, 0 hides it.")
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
