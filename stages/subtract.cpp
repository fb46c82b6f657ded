#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef subtract() {
    return arithmetic("subtract",
                      "Subtracts an image or a number, as OpenCV's subtract. Integer results are clipped to "
                      "their range. 0 changes nothing.")
        .also({{"minus", ""}, {"sub", ""}})
        .affine();
}

}  // namespace sluice::stages
