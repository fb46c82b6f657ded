#include "stages/shared/levels.hpp"

namespace sluice::stages {

// A part of normalize.
StageDef match_lut() {
    return table_stage("match_lut", "From two histograms to the lookup table that makes one like the other.")
        .internal()
        .table_in("counts", "How often each level occurs.", {"histogram"})
        .table_in("wanted", "How often it is to; for each channel, or one for all.", {"histogram"})
        .table_out("lut", "The result of each level.", {"value"})
        .items(256)
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const NoParams&, const StageInputs& inputs) { return lookup_layout(inputs); })
        .function("match_lut")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            return {levels_constant(inputs)};
        });
}

}  // namespace sluice::stages
