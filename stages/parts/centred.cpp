#include "stages/shared/boxes.hpp"

namespace sluice::stages {

// A part of what needs variances: squares of small numbers lose least, and sums of whole ones nothing.
StageDef centred() {
    return point("centred", "Subtracts mid-grey from colours.")
        .internal()
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = in_pixel(inputs.image(), real_of(inputs.image().pixel));
            dst.meant.reset();
            return dst;
        })
        .function("centred")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"middle", middle_of(inputs.image())}};
        });
}

}  // namespace sluice::stages
