#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef minimum() {
    return with_edge(of_radius("minimum", "Replaces each pixel by the minimum of a rectangle around it."),
                     eroded);
}

}  // namespace sluice::stages
