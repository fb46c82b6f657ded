#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef prewitt() {
    return slopes("prewitt",
                  "Finds edges by the slope of the image, with the weights 1 1 1 of scipy.ndimage.prewitt.",
                  1, 1);
}

}  // namespace sluice::stages
