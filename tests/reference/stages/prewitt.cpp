#include "tests/reference/stages/slope.hpp"

namespace sluice::reference::stages {

StageReference prewitt() { return slopes(1, 1); }

}  // namespace sluice::reference::stages
