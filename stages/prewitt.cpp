#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef prewitt() {
    return slopes("prewitt",
                  "Finds edges: how fast an image changes, by the weights 1 1 1 of scipy.ndimage.prewitt.", 1,
                  1);
}

}  // namespace sluice::stages
