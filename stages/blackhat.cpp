#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef blackhat() {
    return morphology("blackhat", "Shows dark specks: closes the image, then subtracts the original.",
                      [](const Morphology& p, Expansion& e, Expansion::Edge image) {
                          return difference(e, eroded(p, e, dilated(p, e, image)), image);
                      });
}

}  // namespace sluice::stages
