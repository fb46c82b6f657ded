#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef minimum() {
    return with_edge(of_radius("minimum", "Makes each colour the least of a rectangle."), eroded);
}

}  // namespace sluice::stages
