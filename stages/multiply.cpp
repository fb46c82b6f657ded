#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef multiply() {
    return arithmetic("multiply",
                      "Multiplies by a number, or by an image where white counts as 1, as OpenCV's multiply "
                      "with a scale of 1 / white.",
                      Factor::yes)
        .also({{"mul", ""}, {"times", ""}})
        .affine();
}

}  // namespace sluice::stages
