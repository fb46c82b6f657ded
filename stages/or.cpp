#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef or_() {
    return of_bits("or",
                   "The bits of integers or those of another image, or of a number, as OpenCV's bitwise_or.")
        .also({{"bitwise_or", ""}});
}

}  // namespace sluice::stages
