#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of convert: what a caller does not see.
StageDef extremes() {
    return reduce_stage("extremes", "Finds where the numbers of an image lie.")
        .internal()
        .table_out("stats", "The smallest and the largest, and how many are none.",
                   {"min", "max", "nan", "inf"})
        .reduction([](const NoParams&, const StageInputs&) {
            Reduction reduction;
            reduction.alpha = AlphaRule::include;
            return reduction;
        });
}

}  // namespace sluice::stages
