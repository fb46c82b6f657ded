#include "tests/reference/stages/slope.hpp"

namespace sluice::reference::stages {

StageReference sobel() { return slopes(1, 2); }

}  // namespace sluice::reference::stages
