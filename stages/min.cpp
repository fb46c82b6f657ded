#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef min() {
    return arithmetic("min",
                      "The smaller of each colour and that of another image, or a number, as OpenCV's min; "
                      "NaN stays.")
        .monotone();
}

}  // namespace sluice::stages
