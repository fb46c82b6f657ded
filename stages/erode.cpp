#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef erode() {
    return morphology("erode",
                      "Replaces each pixel by the minimum of its neighbours, as cv::erode: dark areas grow.",
                      eroded)
        .also({{"MinFilter", "1"}});
}

}  // namespace sluice::stages
