#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef min() {
    return arithmetic(
               "min",
               "Smaller value of each colour and another image or a number, as OpenCV's min. NaN stays.")
        .monotone();
}

}  // namespace sluice::stages
