#include "stages/shared/lists.hpp"
#include "stages/shared/masks.hpp"

namespace sluice::stages {
namespace {

struct Peak {
    std::int64_t distance = 1;
    double level = 0;
};

SequencePlan peak_kernels(const Peak&, const StageInputs& inputs, const Workers& workers) {
    const Parts parts(inputs.image(), workers, 32);
    SequencePlan plan;
    plan.kernels = {{"peak_mask", parts.items, parts.group}};
    plan.constants = {parts.segment_constant()};
    return plan;
}

}  // namespace

// A part of peaks. It is a sequence because a Gather would share its pass with the Gather that finds the
// maxima of the same image. No strategy computes two Gathers, and without one, finding maxima is slow.
StageDef peak() {
    return sequence<Peak>("peak", "Makes local maxima white.")
        .internal()
        .image_in("most", "The maximum of the square around each pixel.")
        .image_out("dst", "The mask.")
        .param("distance", &Peak::distance, "Distance to the farthest neighbour.", range(1, 100), unit("px"))
        .param("level", &Peak::level, "Maxima are above this pixel value.")
        .infer([](const Peak&, const StageInputs& inputs) { return mask_like(inputs.image()); })
        .kernels(peak_kernels)
        .function("peak");
}

}  // namespace sluice::stages
