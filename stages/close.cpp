#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef close() {
    return morphology("close", "Dilates, then erodes: removes dark specks that are smaller than the shape.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return eroded(p, e, dilated(p, e, image));
                      })
        .also({{"closing", "1"}});
}

}  // namespace sluice::stages
