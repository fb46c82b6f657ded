#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct ThroughLevels {
    std::int64_t together = 1;
    bool alpha = false;
    bool whole = false;
    std::int64_t first = 0;
};

}  // namespace

// What planning puts in the place of a Reduce behind monotone Points.
StageDef through_levels() {
    return table_stage<ThroughLevels>("through_levels",
                                      "Applies a lookup table to the minimum and maximum of an image.")
        .internal()
        .table_in("raw", "Minimum and maximum of the image.", {"min", "max"})
        .table_in("levels", "The result for each level.", {"value"})
        .table_out("stats", "Minimum and maximum of the results.", {"count", "min", "max"})
        .param("together", &ThroughLevels::together,
               "Number of channels that are merged into the first one of the result.", range(1, 4))
        .param("alpha", &ThroughLevels::alpha, "The last channel is alpha.")
        .param("whole", &ThroughLevels::whole, "The result consists of integers.")
        .param("first", &ThroughLevels::first, "Lowest level.")
        .layout([](const ThroughLevels&, const StageInputs& inputs) { return inputs.table(0); })
        .function("through_levels");
}

}  // namespace sluice::stages
