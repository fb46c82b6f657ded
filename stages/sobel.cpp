#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef sobel() {
    return slopes("sobel", "Finds edges: how fast an image changes, by the weights 1 2 1 of cv::Sobel.", 1, 2)
        .also({{"edge", ""}, {"edges", ""}, {"find_edges", ""}, {"edgedetect", ""}, {"canny", ""}});
}

}  // namespace sluice::stages
