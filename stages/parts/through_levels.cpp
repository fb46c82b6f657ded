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
                                      "Extremes of an image, sent through a table of levels.")
        .internal()
        .table_in("raw", "The extremes of the image.", {"min", "max"})
        .table_in("levels", "What becomes of each level.", {"value"})
        .table_out("stats", "The extremes of what becomes of it.", {"count", "min", "max"})
        .param("together", &ThroughLevels::together, "How many channels make the first one of the result.",
               range(1, 4))
        .param("alpha", &ThroughLevels::alpha, "Whether the last channel is alpha.")
        .param("whole", &ThroughLevels::whole, "Whether the result is of integers.")
        .param("first", &ThroughLevels::first, "The lowest level.")
        .layout([](const ThroughLevels&, const StageInputs& inputs) { return inputs.table(0); })
        .function("through_levels");
}

}  // namespace sluice::stages
