#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef absdiff() {
    return arithmetic(
               "absdiff",
               "How far each colour lies from that of another image, or from a number, as OpenCV's absdiff.")
        .also({{"difference", ""}, {"diff", ""}});
}

}  // namespace sluice::stages
