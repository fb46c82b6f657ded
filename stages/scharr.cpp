#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef scharr() {
    return slopes("scharr", "Finds edges by the slope of the image, with the weights 3 10 3 of cv::Scharr.",
                  3, 10);
}

}  // namespace sluice::stages
