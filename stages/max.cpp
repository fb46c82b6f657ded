#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef max() {
    return arithmetic("max",
                      "The larger of each colour and that of another image, or a number, as OpenCV's max; "
                      "NaN stays.")
        .monotone();
}

}  // namespace sluice::stages
