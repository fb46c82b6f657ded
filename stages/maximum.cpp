#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef maximum() {
    return with_edge(of_radius("maximum", "Replaces each pixel by the maximum of a rectangle around it."),
                     dilated);
}

}  // namespace sluice::stages
