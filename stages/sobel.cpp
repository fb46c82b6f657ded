#include "stages/shared/slope.hpp"

namespace sluice::stages {

StageDef sobel() {
    return slopes("sobel", "Finds edges by the slope of the image, with the weights 1 2 1 of cv::Sobel.", 1,
                  2)
        .also({{"edge", "pixel=u8"},
               {"edges", "pixel=u8"},
               {"find_edges", "pixel=u8"},
               {"edgedetect", "pixel=u8"},
               {"canny", "pixel=u8"}});
}

}  // namespace sluice::stages
