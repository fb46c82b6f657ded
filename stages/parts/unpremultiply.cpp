#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Unpremultiply {
    Pixel pixel = Pixel::u8;
    double white = 0;
};

}  // namespace

// A part of what mixes pixels: the way back of premultiply.
StageDef unpremultiply() {
    return point<Unpremultiply>("unpremultiply", "Divides colours by their alpha.")
        .internal()
        .param("pixel", &Unpremultiply::pixel, "The pixel type of the result.")
        .param("white", &Unpremultiply::white, "The code value of white in the result, as the image has it.")
        .alpha([](const Unpremultiply&) { return AlphaLane::apply; })
        .infer([](const Unpremultiply& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            return dst;
        })
        .function("unpremultiply");
}

}  // namespace sluice::stages
