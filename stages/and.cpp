#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef and_() {
    return of_bits("and",
                   "Bitwise AND of an integer image with another image or a number, as OpenCV's bitwise_and.")
        .also({{"bitwise_and", ""}});
}

}  // namespace sluice::stages
