#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

StageDef invert() {
    return point("invert", "Inverts an image into its negative: white - v, or ~v for signed integers.")
        .also({{"negate", ""}, {"negative", ""}, {"bitwise_not", ""}, {"complement", ""}, {"not", ""}})
        .affine()
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            if (dst.meant) dst.meant = on_line(*dst.meant, -1, dst.white_value());
            return dst;
        })
        .function("invert")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            const ImageFormat& src = inputs.image();
            return {{"top", is_signed_integer(src.pixel) ? -1.0 : src.white_value()}};
        });
}

}  // namespace sluice::stages
