#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef gradient() {
    return morphology("gradient", "What is dilated less what is eroded: outlines.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, dilated(p, e, image), eroded(p, e, image));
                      });
}

}  // namespace sluice::stages
