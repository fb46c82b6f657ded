#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef blackhat() {
    return morphology("blackhat", "What closing makes of the image less the image: dark specks.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, eroded(p, e, dilated(p, e, image)), image);
                      });
}

}  // namespace sluice::stages
