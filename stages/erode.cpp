#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef erode() {
    return morphology("erode",
                      "Makes each colour the least of its neighbours, as cv::erode: what is dark grows.",
                      eroded)
        .also({{"MinFilter", "1"}});
}

}  // namespace sluice::stages
