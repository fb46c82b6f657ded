#include "stages/shared/blend_modes.hpp"
#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Blended {
    std::string mode = "multiply";
};

}  // namespace

// A part of blend: both images have one size, colours and white.
StageDef blended() {
    return point<Blended>("blended", "Blends the colours of an image with the image below.")
        .internal()
        .image_in("base", "The image below.")
        .param("mode", &Blended::mode, "Blend mode.", mixing_modes())
        .infer([](const Blended&, const StageInputs& inputs) {
            ImageFormat dst = moved(inputs.image());
            dst.white = dst.white_value();
            dst.pixel = real_of(dst.pixel);
            return dst;
        })
        .function([](const Blended& p, const StageInputs&) {
            return KernelFunction{"blended", "blended_" + p.mode};
        })
        .constants([](const Blended&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"of_white", 1 / inputs.image(1).white_value()},
                    {"through", inputs.image(1).has_alpha() ? 1.0 : 0.0}};
        });
}

}  // namespace sluice::stages
