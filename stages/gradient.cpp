#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef gradient() {
    return morphology("gradient", "What is dilated less what is eroded: outlines.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, dilated(p, e, image), eroded(p, e, image));
                      })
        .also({{"morphologyEx", "1"}, {"outline", "1"}});
}

}  // namespace sluice::stages
