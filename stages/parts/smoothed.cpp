#include "pipeline/graph/stage_builder.hpp"

#include <limits>

namespace sluice::stages {
namespace {

struct Smoothed {
    double smoothing = 1;
    std::optional<double> cut;
    bool doubles = false;
};

bool is_range(const StageInputs& inputs) { return inputs.tables[0].has_value(); }

}  // namespace

// A part of normalize: what was measured in this frame, averaged over those of a stream.
StageDef smoothed() {
    return table_stage<Smoothed>("smoothed", "Averages statistics over frames.")
        .internal()
        .table_in("range", "Minimum and maximum, ...", {"min", "max"}, true)
        .table_in("moments", "... or mean and deviation.", {"mean", "part", "std"}, true)
        .table_out("smoothed", "The same, smoothed.", {"min", "max", "mean", "part", "std"})
        .param("smoothing", &Smoothed::smoothing, "Number of frames in the average.", range(1, 10000))
        .param("cut", &Smoothed::cut, "How far a range may move before the average restarts.", range(0, 1),
               keyword("never"))
        .param("doubles", &Smoothed::doubles, "Compute in double precision.")
        .layout([](const Smoothed& p, const StageInputs& inputs) {
            const bool range = is_range(inputs);
            TableLayout layout;
            layout.channels = inputs.table(range ? 0 : 1).channels;
            const auto numbers = range ? std::vector<std::string>{"min", "max", "min_rest", "max_rest"}
                                       : std::vector<std::string>{"mean", "std", "part", "std_rest"};
            for (const std::string& field : numbers)
                layout.fields.push_back({field, p.doubles ? FieldType::f64 : FieldType::f32});
            layout.fields.push_back({"frames", FieldType::u32});
            return layout;
        })
        .function([](const Smoothed&, const StageInputs& inputs) {
            return KernelFunction{"smoothed", is_range(inputs) ? "smoothed_range" : "smoothed_moments"};
        })
        .constants([](const Smoothed& p, const StageInputs&) -> std::vector<Constant> {
            return {{"cut", p.cut.value_or(std::numeric_limits<double>::infinity())}};
        });
}

}  // namespace sluice::stages
