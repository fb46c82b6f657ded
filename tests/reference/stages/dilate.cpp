#include "tests/reference/stages/morphology.hpp"

namespace sluice::reference::stages {

StageReference dilate() {
    return morphology([](const Morphing& m) { return m.dilated(m.image()); });
}

}  // namespace sluice::reference::stages
