#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef subtract() {
    return arithmetic("subtract",
                      "Subtracts an image or a number, saturating, as OpenCV's subtract; 0 changes nothing.")
        .also({{"minus", ""}, {"sub", ""}})
        .affine();
}

}  // namespace sluice::stages
