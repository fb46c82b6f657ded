#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GuidedBase {
    double count = 9;
};

}  // namespace

// A part of guided.
StageDef guided_base() {
    return point<GuidedBase>("guided_base", "Where the line of an image over its guide begins.")
        .internal()
        .image_in("sum", "Of the image; the first input is the line's slope.")
        .image_in("guide_sum", "Of the guide.")
        .param("count", &GuidedBase::count, "How many pixels they are sums of.")
        .function([](const GuidedBase&, const StageInputs&) {
            return KernelFunction{"guided", "guided_base"};
        });
}

}  // namespace sluice::stages
