#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef add() {
    return arithmetic("add",
                      "Adds an image or a number, as OpenCV's add. Integer results are clipped to their "
                      "range. 0 changes nothing.")
        .also({{"plus", ""}})
        .affine();
}

}  // namespace sluice::stages
