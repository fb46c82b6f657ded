#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {

StageReference multiply() {
    return of_both([](Real a, Real b, Real white) { return a * b / white; }, Between::corners, Whites::stay);
}

}  // namespace sluice::reference::stages
