#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference open() {
    return morphology([](const Morphing& m) { return m.dilated(m.eroded(m.image())); });
}

}  // namespace sluice::reference::stages
