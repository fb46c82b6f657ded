#include "tests/reference/compressed.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference log() {
    return compressed([](Real x) { return std::copysign(std::log1p(std::fabs(x)), x); });
}

}  // namespace sluice::reference::stages
