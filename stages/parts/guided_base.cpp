#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GuidedBase {
    double count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_base() {
    return point<GuidedBase>("guided_base",
                             "Guided filter: the offset of the line that predicts an image from its guide.")
        .internal()
        .image_in("sum", "Sum of the image. The first input is the slope of the line.")
        .image_in("guide_sum", "Sum of the guide.")
        .param("count", &GuidedBase::count, "Number of pixels in each sum.")
        .function([](const GuidedBase&, const StageInputs&) {
            return KernelFunction{"guided", "guided_base"};
        });
}

}  // namespace sluice::stages
