#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef add() {
    return arithmetic("add", "Adds an image or a number, saturating, as OpenCV's add; 0 changes nothing.")
        .also({{"plus", ""}})
        .affine();
}

}  // namespace sluice::stages
