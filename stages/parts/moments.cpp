#include "pipeline/graph/per_channel.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Moments {
    std::vector<double> mean, std;
    int ddof = 0;
    bool doubles = false;
};

}  // namespace

// A part of normalize: what standard_line makes a line of, as numbers that can be smoothed.
StageDef moments() {
    return table_stage<Moments>("moments", "Computes mean and standard deviation from sums.")
        .internal()
        .table_in("stats", "The measured statistics.", {"count", "sum", "sum_sq", "min", "max"})
        .table_out("moments", "The mean (as the sum of two numbers) and the standard deviation.",
                   {"mean", "part", "std"})
        .param("mean", &Moments::mean, "Means to use: one for all channels, one for each, or none.",
               count(0, 4))
        .param("std", &Moments::std,
               "Standard deviations to use: one for all channels, one for each, or none.", count(0, 4))
        .param("ddof", &Moments::ddof, "Subtracted from the number of values.", at_least(0))
        .param("doubles", &Moments::doubles, "Compute in double precision.")
        .layout([](const Moments& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            for (const char* field : {"mean", "part", "std"})
                layout.fields.push_back({field, p.doubles ? FieldType::f64 : FieldType::f32});
            return layout;
        })
        .function([](const Moments&, const StageInputs&) {
            return KernelFunction{"standard_line", "standard_line_split"};
        })
        .constants([](const Moments& p, const StageInputs&) {
            std::vector<Constant> constants;
            put_given(constants, "mean", p.mean);
            put_given(constants, "std", p.std);
            return constants;
        });
}

}  // namespace sluice::stages
