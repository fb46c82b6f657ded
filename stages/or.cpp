#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef or_() {
    return of_bits("or",
                   "Bitwise OR of an integer image with another image or a number, as OpenCV's bitwise_or.")
        .also({{"bitwise_or", ""}});
}

}  // namespace sluice::stages
