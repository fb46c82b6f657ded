#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

StageDef invert() {
    return point("invert", "Turns an image into its negative: white - v, and ~v for signed integers.")
        .affine()
        .function("invert")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            const ImageFormat& src = inputs.image();
            return {{"top", is_signed_integer(src.pixel) ? -1.0 : src.white_value()}};
        });
}

}  // namespace sluice::stages
