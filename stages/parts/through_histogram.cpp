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
    return table_stage<ThroughHistogram>("through_histogram",
                                         "Computes statistics from a histogram and a lookup table.")
        .internal()
        .table_in("raw", "The histogram.", {"histogram"})
        .table_in("levels", "The result for each level.", {"value"})
        .table_out("stats", "Statistics of the results.",
                   {"count", "min", "max", "sum", "sum_sq", "nonzero", "nan", "inf"})
        .param("together", &ThroughHistogram::together,
               "Number of channels that are merged into the first one of the result.", range(1, 4))
        .param("alpha", &ThroughHistogram::alpha, "The last channel is alpha.")
        .layout([](const ThroughHistogram&, const StageInputs& inputs) { return inputs.table(0); })
        .function("through_histogram");
}

}  // namespace sluice::stages
