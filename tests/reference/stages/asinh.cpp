#include "tests/reference/compressed.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference asinh() {
    return compressed([](Real x) { return std::asinh(x); });
}

}  // namespace sluice::reference::stages
