#include "stages/shared/arithmetic.hpp"

namespace sluice::stages {

StageDef xor_() {
    return of_bits(
               "xor",
               "The bits of integers xor those of another image, or of a number, as OpenCV's bitwise_xor.")
        .also({{"bitwise_xor", ""}});
}

}  // namespace sluice::stages
