#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference blackhat() {
    return morphology(
        [](const Morphing& m) { return difference(m.eroded(m.dilated(m.image())), m.image()); });
}

}  // namespace sluice::reference::stages
