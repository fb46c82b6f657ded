#include "pipeline/graph/stage_builder.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Narrow {
    double low = 0, high = 100;
    int bits = 8;
};

// Percent in millionths of one, so that ranks are exact.
double millionths(double percent) { return std::nearbyint(percent * 1e6); }

}  // namespace

// A part of normalize: one step of the search for two values by their rank.
StageDef narrow() {
    return table_stage<Narrow>("narrow",
                               "From counts of a digit to the keys that begin like two percentiles.")
        .internal()
        .table_in("counts", "Of the digit.", {"histogram"})
        .table_in("before", "What was found before: the digits above.", {"prefix", "rank"}, true)
        .table_out("found", "The keys' digits so far, and their rank among values that have these.",
                   {"prefix", "rank"})
        .param("low", &Narrow::low, "Percent of the values that lie below the first.", range(0, 100))
        .param("high", &Narrow::high, "Percent of the values that lie up to the second.", range(0, 100))
        .param("bits", &Narrow::bits, "Of the digit.", range(1, 16))
        .items(64)
        .layout([](const Narrow&, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"prefix", FieldType::u64, true, 2}, {"rank", FieldType::u64, true, 2}};
            return layout;
        })
        .function([](const Narrow&, const StageInputs& inputs) {
            return KernelFunction{"narrow", inputs.tables[1] ? "narrow" : "narrow_first"};
        })
        .constants([](const Narrow& p, const StageInputs&) -> std::vector<Constant> {
            return {{"below", millionths(p.low)}, {"above", millionths(100) - millionths(p.high)}};
        });
}

}  // namespace sluice::stages
