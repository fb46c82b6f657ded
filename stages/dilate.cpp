#include "stages/shared/morphology.hpp"

namespace sluice::stages {

StageDef dilate() {
    return morphology(
               "dilate",
               "Makes each colour the greatest of its neighbours, as cv::dilate: what is bright grows.",
               dilated)
        .also({{"grow", "1"}, {"MaxFilter", "1"}});
}

}  // namespace sluice::stages
