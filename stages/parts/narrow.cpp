#include "pipeline/graph/stage_builder.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Narrow {
    double low = 0, high = 100;
    int bits = 8;
    int key = 0;
    Pixel pixel = Pixel::u8;
};

// Percent in millionths of one, so that ranks are exact.
double millionths(double percent) { return std::nearbyint(percent * 1e6); }

bool is_last(const StageInputs& inputs) { return inputs.tables[2].has_value(); }

const char* narrow_function(const StageInputs& inputs) {
    if (is_last(inputs)) return inputs.tables[1] ? "narrow_last" : "narrow_only";
    return inputs.tables[1] ? "narrow_next" : "narrow_first";
}

}  // namespace

// A part of normalize: one step of the search for two values by their rank.
StageDef narrow() {
    return table_stage<Narrow>("narrow",
                               "Finds the next digit of two percentiles from the counts of that digit.")
        .internal()
        .table_in("counts", "Bits of the digit.", {"histogram"})
        .table_in("before", "The digits found before.", {"prefix", "rank"}, true)
        .table_in("stats", "After the last digit: minimum and maximum of all values.", {"min", "max"}, true)
        .table_out("found",
                   "The digits found so far, and the rank among the values with these digits. After the last "
                   "digit the percentiles, as a minimum and a maximum.",
                   {"prefix", "rank", "min", "max"})
        .param("low", &Narrow::low, "Lower percentile.", range(0, 100))
        .param("high", &Narrow::high, "Upper percentile.", range(0, 100))
        .param("bits", &Narrow::bits, "Bits of the digit.", range(1, 16))
        .param("key", &Narrow::key, "Bits of the keys of floats; 0 for integers.", range(0, 64))
        .param("pixel", &Narrow::pixel, "The pixel type of the values.")
        .items(64)
        .warning("the percentiles `low` and `high` are equal; the minimum and the maximum are used instead")
        .layout([](const Narrow& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            const FieldType real = real_of(p.pixel) == Pixel::f64 ? FieldType::f64 : FieldType::f32;
            if (is_last(inputs))
                layout.fields = {{"min", real}, {"max", real}};
            else
                layout.fields = {{"prefix", FieldType::u64, true, 2}, {"rank", FieldType::u64, true, 2}};
            return layout;
        })
        .function([](const Narrow&, const StageInputs& inputs) {
            return KernelFunction{"narrow", narrow_function(inputs)};
        })
        .constants([](const Narrow& p, const StageInputs&) -> std::vector<Constant> {
            return {{"below", millionths(p.low)},
                    {"above", millionths(100) - millionths(p.high)},
                    {"type_low", lowest(p.pixel)}};
        });
}

}  // namespace sluice::stages
