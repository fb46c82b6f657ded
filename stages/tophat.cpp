#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef tophat() {
    return morphology("tophat",
                      "Shows bright specks: opens the image, then subtracts the result from the original.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, image, dilated(p, e, eroded(p, e, image)));
                      });
}

}  // namespace sluice::stages
