#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Composite {
    double opacity = 1;
};

}  // namespace

// A part of blend: both images have one size, and the upper one has alpha.
StageDef composite() {
    return point<Composite>("composite", "Blends an image over another one.")
        .internal()
        .image_in("top", "The image above.")
        .param("opacity", &Composite::opacity, "Opacity of the upper image.", range(0, 1), live)
        .alpha([](const Composite&) { return AlphaLane::apply; })
        .function([](const Composite&, const StageInputs& inputs) {
            const bool whole = is_integer(inputs.image().pixel) && is_integer(inputs.image(1).pixel);
            const std::string how = inputs.image().has_alpha() ? "composite_through" : "composite_over";
            return KernelFunction{"composite", how + (whole ? "" : "_real")};
        })
        .constants([](const Composite&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"of_white", 1 / inputs.image().white_value()},
                    {"of_top", 1 / inputs.image(1).white_value()}};
        });
}

}  // namespace sluice::stages
