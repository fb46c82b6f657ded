#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef tophat() {
    return morphology("tophat", "The image less what opening leaves of it: bright specks.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, image, dilated(p, e, eroded(p, e, image)));
                      });
}

}  // namespace sluice::stages
