#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef absdiff() {
    return arithmetic(
               "absdiff",
               "Absolute difference of each colour from another image or a number, as OpenCV's absdiff.")
        .also({{"difference", ""}, {"diff", ""}});
}

}  // namespace sluice::stages
