#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef gradient() {
    return morphology("gradient", "Shows outlines: the dilated image minus the eroded image.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, dilated(p, e, image), eroded(p, e, image));
                      })
        .also({{"morphologyEx", "1"}, {"outline", "1"}});
}

}  // namespace sluice::stages
