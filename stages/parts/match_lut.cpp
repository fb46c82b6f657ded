#include "stages/shared/levels.hpp"

namespace sluice::stages {

// A part of normalize.
StageDef match_lut() {
    return table_stage("match_lut", "Computes a table that gives one histogram the shape of another.")
        .internal()
        .table_in("counts", "The histogram.", {"histogram"})
        .table_in("wanted", "The wanted histogram, for each channel or for all.", {"histogram"})
        .table_out("lut", "The lookup table: a result for each level.", {"value"})
        .items(256)
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const NoParams&, const StageInputs& inputs) { return lookup_layout(inputs); })
        .function("match_lut")
        .constants([](const NoParams&, const StageInputs& inputs) -> std::vector<Constant> {
            return {levels_constant(inputs)};
        });
}

}  // namespace sluice::stages
