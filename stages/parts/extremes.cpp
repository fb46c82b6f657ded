#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of convert: what a caller does not see.
StageDef extremes() {
    return reduce_stage("extremes", "Finds the range of an image.")
        .internal()
        .table_out("stats", "Minimum, maximum, and the numbers of NaN and infinite values.",
                   {"min", "max", "nan", "inf"})
        .reduction([](const NoParams&, const StageInputs&) {
            Reduction reduction;
            reduction.alpha = AlphaRule::include;
            return reduction;
        });
}

}  // namespace sluice::stages
