#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GuidedSlope {
    double epsilon = 0.01, count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_slope() {
    return point<GuidedSlope>("guided_slope",
                              "Guided filter: the slope of the line that predicts an image from its guide.")
        .internal()
        .image_in("sum", "Sum of the image around each pixel. The first input is the sum of image * guide.")
        .image_in("guide_sum", "Sum of the guide.")
        .image_in("guide_squares", "Sum of the squares of the guide.")
        .param("epsilon", &GuidedSlope::epsilon, "Variance at which the slope is halved.", live)
        .param("count", &GuidedSlope::count, "Number of pixels in each sum.")
        .function([](const GuidedSlope&, const StageInputs&) {
            return KernelFunction{"guided", "guided_slope"};
        })
        .constants([](const GuidedSlope&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"guide_white", inputs.image(2).white_value()}};
        });
}

}  // namespace sluice::stages
