#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef maximum() {
    return with_edge(of_radius("maximum", "Makes each colour the greatest of a rectangle."), dilated);
}

}  // namespace sluice::stages
