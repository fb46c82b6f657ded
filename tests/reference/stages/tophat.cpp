#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference tophat() {
    return morphology(
        [](const Morphing& m) { return difference(m.image(), m.dilated(m.eroded(m.image()))); });
}

}  // namespace sluice::reference::stages
