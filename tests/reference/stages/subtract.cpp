#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {

StageReference subtract() {
    return of_both([](Real a, Real b, Real) { return a - b; });
}

}  // namespace sluice::reference::stages
