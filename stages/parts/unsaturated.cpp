#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Unsaturated {
    double threshold = 0.9;
};

}  // namespace

// A part of normalize.
StageDef unsaturated() {
    return point<Unsaturated>("unsaturated", "Makes a mask of pixels with low saturation.")
        .internal()
        .image_in("mask", "Pixels whose mask is 0 in any colour are left out.", true)
        .param("threshold", &Unsaturated::threshold, "Largest saturation: (max - min) / max of the colours.",
               range(0, 1))
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
