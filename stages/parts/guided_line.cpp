#include "stages/shared/boxes.hpp"

namespace sluice::stages {
namespace {

struct GuidedLine {
    double count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_line() {
    return point<GuidedLine>("guided_line", "Puts colours on a line over their guide.")
        .internal()
        .image_in("guide", "In numbers of `centred`.")
        .image_in("slopes", "The sum of the slopes of the lines around each pixel.")
        .image_in("bases", "That of their beginnings.")
        .param("count", &GuidedLine::count, "How many pixels they are sums of.")
        .function([](const GuidedLine&, const StageInputs&) {
            return KernelFunction{"guided", "guided_line"};
        })
        .constants([](const GuidedLine&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"middle", middle_of(inputs.image())}};
        });
}

}  // namespace sluice::stages
