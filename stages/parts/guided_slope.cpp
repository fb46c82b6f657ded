#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GuidedSlope {
    double epsilon = 0.01, count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_slope() {
    return point<GuidedSlope>("guided_slope", "How fast an image rises with its guide.")
        .internal()
        .image_in("sum", "Of the image around each pixel; the first input is that of image times guide.")
        .image_in("guide_sum", "Of the guide.")
        .image_in("guide_squares", "Of its squares.")
        .param("epsilon", &GuidedSlope::epsilon, "Variances about this and below leave it flat.", live)
        .param("count", &GuidedSlope::count, "How many pixels they are sums of.")
        .function([](const GuidedSlope&, const StageInputs&) {
            return KernelFunction{"guided", "guided_slope"};
        })
        .constants([](const GuidedSlope&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"guide_white", inputs.image(2).white_value()}};
        });
}

}  // namespace sluice::stages
