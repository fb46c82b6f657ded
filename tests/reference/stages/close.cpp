#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference close() {
    return morphology([](const Morphing& m) { return m.eroded(m.dilated(m.image())); });
}

}  // namespace sluice::reference::stages
