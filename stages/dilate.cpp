#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef dilate() {
    return morphology(
               "dilate",
               "Replaces each pixel by the maximum of its neighbours, as cv::dilate: bright areas grow.",
               dilated)
        .also({{"grow", "1"}, {"MaxFilter", "1"}});
}

}  // namespace sluice::stages
