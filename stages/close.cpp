#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef close() {
    return morphology("close", "Dilates, then erodes: dark specks that the shape does not fit into go.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return eroded(p, e, dilated(p, e, image));
                      })
        .also({{"closing", "1"}});
}

}  // namespace sluice::stages
