#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef and_() {
    return of_bits(
               "and",
               "The bits of integers and those of another image, or of a number, as OpenCV's bitwise_and.")
        .also({{"bitwise_and", ""}});
}

}  // namespace sluice::stages
