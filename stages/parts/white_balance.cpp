#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/light.hpp"

namespace sluice::stages {

// A part of normalize.
StageDef white_balance() {
    return point("white_balance", "Multiplies each colour by its gain.")
        .internal()
        .table_in("balance", "The gains.", {"gain"})
        .affine()
        .infer([](const NoParams&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("white_balance");
}

}  // namespace sluice::stages
