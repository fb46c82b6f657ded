#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference erode() {
    return morphology([](const Morphing& m) { return m.eroded(m.image()); });
}

}  // namespace sluice::reference::stages
