#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct GuidedLine {
    double count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_line() {
    return point<GuidedLine>("guided_line", "Guided filter: computes colours from their guide by lines.")
        .internal()
        .image_in("guide", "The guide, after `centred`.")
        .image_in("slopes", "Sum of the slopes of the lines around each pixel.")
        .image_in("bases", "Sum of their offsets.")
        .param("count", &GuidedLine::count, "Number of pixels in each sum.")
        .function([](const GuidedLine&, const StageInputs&) {
            return KernelFunction{"guided", "guided_line"};
        })
        .constants([](const GuidedLine&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"middle", middle_of(inputs.image())}};
        });
}

}  // namespace sluice::stages
