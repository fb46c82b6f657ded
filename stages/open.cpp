#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef open() {
    return morphology("open", "Erodes, then dilates: removes bright specks that are smaller than the shape.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return dilated(p, e, eroded(p, e, image));
                      })
        .also({{"opening", "1"}});
}

}  // namespace sluice::stages
