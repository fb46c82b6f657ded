#include "stages/shared/light.hpp"

namespace sluice::stages {

StageDef unpremultiply() {
    return point("unpremultiply",
                 "Divides colours by their alpha, which undoes premultiply. Colours are black where alpha is "
                 "0.")
        .also({{"unassociate", ""}})
        .infer([](const NoParams&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const NoParams&, const StageInputs& inputs) {
            return of_alpha_dividing("unpremultiply", inputs);
        });
}

}  // namespace sluice::stages
