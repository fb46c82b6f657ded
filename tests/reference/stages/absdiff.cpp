#include "tests/reference/stages/second.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference absdiff() {
    return of_both([](Real a, Real b, Real) { return std::fabs(a - b); }, Between::anything);
}

}  // namespace sluice::reference::stages
