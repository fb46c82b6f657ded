#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef divide() {
    return arithmetic("divide",
                      "Divides by a number, or by an image whose white is 1: as OpenCV's divide with a scale "
                      "of white. Integers by 0 are 0.",
                      Factor::yes)
        .also({{"div", ""}});
}

}  // namespace sluice::stages
