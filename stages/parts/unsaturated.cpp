#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Unsaturated {
    double threshold = 0.9;
};

}  // namespace

// A part of normalize.
StageDef unsaturated() {
    return point<Unsaturated>("unsaturated", "A mask of the pixels whose colours lie close together.")
        .internal()
        .image_in("mask", "Only pixels whose mask is not 0 in any colour are taken.", true)
        .param("threshold", &Unsaturated::threshold,
               "How far apart the colours may be, as a part of the largest.", range(0, 1))
        .infer([](const Unsaturated&, const StageInputs& inputs) {
            const ImageFormat& src = inputs.image();
            ImageFormat dst{src.width, src.height, 1, Pixel::u8, Space::data};
            dst.layers = src.layers;
            return dst;
        })
        .function([](const Unsaturated&, const StageInputs& inputs) {
            return KernelFunction{"unsaturated", inputs.images[1] ? "unsaturated_masked" : "unsaturated"};
        });
}

}  // namespace sluice::stages
