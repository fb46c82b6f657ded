#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of normalize.
StageDef white_balance() {
    return point("white_balance", "Multiplies each colour by its gain.")
        .internal()
        .table_in("balance", "The gains.", {"gain"})
        .affine()
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();  // a gain leads above white where values do
            if (!dst.meant_below_zero() && !dst.meant_above_white()) dst.meant.reset();
            return dst;
        })
        .function("white_balance");
}

}  // namespace sluice::stages
