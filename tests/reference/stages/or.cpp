#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {

StageReference or_() {
    return of_both([](Real a, Real b,
                      Real) -> Real { return static_cast<std::int64_t>(a) | static_cast<std::int64_t>(b); },
                   Between::anything, Whites::stay);
}

}  // namespace sluice::reference::stages
