#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef scharr() {
    return slopes("scharr", "Finds edges: how fast an image changes, by the weights 3 10 3 of cv::Scharr.", 3,
                  10);
}

}  // namespace sluice::stages
