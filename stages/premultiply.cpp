#include "stages/shared/light.hpp"

namespace sluice::stages {

StageDef premultiply() {
    return point(
               "premultiply",
               "Multiplies colours by their alpha: v * alpha / white. An image without alpha stays as it is.")
        .also({{"associate", ""}})
        .function([](const NoParams&, const StageInputs& inputs) {
            return of_alpha_dividing("premultiply", inputs);
        });
}

}  // namespace sluice::stages
