#include "tests/reference/stages/second.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference max() {
    return of_both([](Real a, Real b, Real) { return b > a || std::isnan(b) ? b : a; }, Between::corners,
                   Whites::meet, 0);
}

}  // namespace sluice::reference::stages
