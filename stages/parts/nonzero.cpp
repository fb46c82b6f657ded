#include "stages/shared/masks.hpp"

namespace sluice::stages {

// A part of label: a mask of 8 bits from an image of any type.
StageDef nonzero() {
    return point<>("nonzero", "Makes values other than 0 white.")
        .internal()
        .infer([](const NoParams&, const StageInputs& inputs) { return mask_like(inputs.image()); })
        .function("nonzero");
}

}  // namespace sluice::stages
