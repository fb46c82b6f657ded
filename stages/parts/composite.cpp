#include "stages/shared/blend_modes.hpp"

namespace sluice::stages {
namespace {

struct Composite {
    std::string mode = "normal";
    double opacity = 1;
};

}  // namespace

// A part of blend: both images have one size, and the upper one has alpha.
StageDef composite() {
    return point<Composite>("composite", "Mixes an image into another.")
        .internal()
        .image_in("top", "The image above.")
        .param("mode", &Composite::mode, "How colours mix.", blend_modes())
        .param("opacity", &Composite::opacity, "How much of the upper image there is.", range(0, 1), live)
        .alpha([](const Composite&) { return AlphaLane::apply; })
        .function([](const Composite& p, const StageInputs&) {
            return KernelFunction{"composite", "composite_" + p.mode};
        })
        .constants([](const Composite&, const StageInputs& inputs) -> std::vector<Constant> {
            const bool whole = is_integer(inputs.image().pixel) && is_integer(inputs.image(1).pixel);
            return {{"whole", whole ? 1.0 : 0.0},
                    {"of_white", 1 / inputs.image().white_value()},
                    {"of_top", 1 / inputs.image(1).white_value()},
                    {"through", inputs.image().has_alpha() ? 1.0 : 0.0}};
        });
}

}  // namespace sluice::stages
