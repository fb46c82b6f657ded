#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef divide() {
    return arithmetic("divide",
                      "Divides by a number, or by an image where white counts as 1, as OpenCV's divide with "
                      "a scale of white. Integers divided by 0 give 0.",
                      Factor::yes)
        .also({{"div", ""}});
}

}  // namespace sluice::stages
