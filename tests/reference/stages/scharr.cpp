#include "tests/reference/stages/slope.hpp"

namespace sluice::reference::stages {

StageReference scharr() { return slopes(3, 10); }

}  // namespace sluice::reference::stages
