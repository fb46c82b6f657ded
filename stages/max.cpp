#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef max() {
    return arithmetic(
               "max",
               "Larger value of each colour and another image or a number, as OpenCV's max. NaN stays.")
        .monotone();
}

}  // namespace sluice::stages
