#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef xor_() {
    return of_bits("xor",
                   "Bitwise XOR of an integer image with another image or a number, as OpenCV's bitwise_xor.")
        .also({{"bitwise_xor", ""}});
}

}  // namespace sluice::stages
