#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct ThroughHistogram {
    std::int64_t together = 1;
    bool alpha = false;
};

}  // namespace

// What planning puts in the place of a Reduce behind Points that cost much.
StageDef through_histogram() {
    return table_stage<ThroughHistogram>(
               "through_histogram", "Statistics from how often each level occurs and what becomes of it.")
        .internal()
        .table_in("raw", "How often each level occurs.", {"histogram"})
        .table_in("levels", "What becomes of each level.", {"value"})
        .table_out("stats", "Statistics of what becomes of them.",
                   {"count", "min", "max", "sum", "sum_sq", "nonzero", "nan", "inf"})
        .param("together", &ThroughHistogram::together, "How many channels make the first one of the result.",
               range(1, 4))
        .param("alpha", &ThroughHistogram::alpha, "Whether the last channel is alpha.")
        .layout([](const ThroughHistogram&, const StageInputs& inputs) { return inputs.table(0); })
        .function("through_histogram");
}

}  // namespace sluice::stages
