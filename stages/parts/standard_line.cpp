#include "pipeline/graph/per_channel.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>

namespace sluice::stages {
namespace {

struct StandardLine {
    std::vector<double> mean, std;
    int ddof = 0;
    double epsilon = 0, scale = 1, shift = 0;
    double units = 1;
    bool doubles = false;
    bool data = false;
};

// What standardize reads, and what was resolved.
const std::vector<std::string> line_fields{"lift", "whole", "part", "gain", "base", "mean", "std"};

// What was measured has its channels; what is given has as many as numbers.
std::vector<std::string> channels(const StandardLine& p, const StageInputs& inputs) {
    for (const auto& table : inputs.tables)
        if (table) return table->channels;
    return channels_of_given(std::max(p.mean.size(), p.std.size()), p.data);
}

const char* line_function(const StageInputs& inputs) {
    return inputs.tables[0]   ? "standard_line"
           : inputs.tables[1] ? "standard_line_smoothed"
                              : "standard_line_given";
}

}  // namespace

// A part of normalize.
StageDef standard_line() {
    return table_stage<StandardLine>("standard_line", "Computes the line of standardize from sums.")
        .internal()
        .table_in("stats", "The measured statistics. Not needed if mean and std are given.",
                  {"count", "sum", "sum_sq", "min", "max"}, true)
        .table_in("moments", "Used instead: mean and standard deviation.", {"mean", "part", "std"}, true)
        .table_out("line", "The line.", line_fields)
        .param("mean", &StandardLine::mean, "Means to use: one for all channels, one for each, or none.",
               count(0, 4))
        .param("std", &StandardLine::std,
               "Standard deviations to use: one for all channels, one for each, or none.", count(0, 4))
        .param("ddof", &StandardLine::ddof, "Subtracted from the number of values.", at_least(0))
        .param("epsilon", &StandardLine::epsilon, "Added to the variance.", at_least(0))
        .param("scale", &StandardLine::scale, "Standard deviation of the result.")
        .param("shift", &StandardLine::shift, "The mean of the result.")
        .param("units", &StandardLine::units,
               "Pixel values of the result for each pixel value of the source.")
        .param("doubles", &StandardLine::doubles, "Compute the line in double precision.")
        .param("data", &StandardLine::data, "Two groups are two channels of data.")
        .observed({"mean", "std"})
        .warning(
            "no pixel was counted, or the values are too large, too small or too close to each other for "
            "their squares; the image stays as it is")
        .layout([](const StandardLine& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = channels(p, inputs);
            for (const std::string& field : line_fields)
                layout.fields.push_back({field, p.doubles ? FieldType::f64 : FieldType::f32});
            return layout;
        })
        .function([](const StandardLine&, const StageInputs& inputs) {
            return KernelFunction{"standard_line", line_function(inputs)};
        })
        .constants([](const StandardLine& p, const StageInputs&) {
            std::vector<Constant> constants;
            put_given(constants, "mean", p.mean);
            put_given(constants, "std", p.std);
            return constants;
        });
}

}  // namespace sluice::stages
