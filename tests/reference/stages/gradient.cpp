#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference gradient() {
    return morphology(
        [](const Morphing& m) { return difference(m.dilated(m.image()), m.eroded(m.image())); });
}

}  // namespace sluice::reference::stages
