#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct StretchRange {
    double out_low = 0, out_high = 1;
    std::string constant = "keep";
    double strength = 1, independence = 1;
    double units = 1, white = 0;
    Pixel pixel = Pixel::u8;
    bool luma = false;
    bool doubles = false;
    bool whole = false;
    std::int64_t parts = 0;
};

// What stretch reads, and the range that was resolved: what goes to the ends of `out`.
const std::vector<std::string> range_fields{"lo",    "hi",        "bottom", "top",    "gain", "origin",
                                            "scale", "base",      "least",  "most",   "low",  "high",
                                            "from",  "from_rest", "to",     "to_rest"};

double code(const std::string& constant) {
    return constant == "low" ? 1 : constant == "mid" ? 2 : constant == "zero" ? 3 : 0;
}

}  // namespace

// A part of normalize.
StageDef stretch_range() {
    return table_stage<StretchRange>("stretch_range",
                                     "Computes the line of stretch from minimum and maximum.")
        .internal()
        .table_in("stats", "The measured statistics.", {"min", "max"})
        .table_in("joint",
                  "The range of all channels together, if it is not simply the widest of their ranges.",
                  {"min", "max"}, true)
        .table_out("range", "The line.", range_fields)
        .param("out_low", &StretchRange::out_low, "Result for the minimum.")
        .param("out_high", &StretchRange::out_high, "Result for the maximum.")
        .param("constant", &StretchRange::constant, "Result if all values of a group are equal.",
               choices{"keep", "low", "mid", "zero"})
        .param("strength", &StretchRange::strength, "Strength from 0 (no change) to 1 (full).", range(0, 1))
        .param("independence", &StretchRange::independence,
               "1 uses the range of each channel, 0 the joint range.", range(0, 1))
        .param("units", &StretchRange::units,
               "Pixel values of the result for each pixel value of the source.")
        .param(
            "white", &StretchRange::white,
            "White of an integer source that is mapped exactly to integers with another white; otherwise 0.")
        .param("pixel", &StretchRange::pixel, "The pixel type of the source.")
        .param("luma", &StretchRange::luma, "Stretch the luma.")
        .param("doubles", &StretchRange::doubles, "Compute the line in double precision.")
        .param("whole", &StretchRange::whole, "The result consists of integers.")
        .param("parts", &StretchRange::parts,
               "Parts of a pixel value in the range, for stretch64; otherwise 0.", at_least(0))
        .observed({"low", "high"})
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const StretchRange& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            for (const std::string& field : range_fields)
                layout.fields.push_back({field, p.doubles ? FieldType::f64 : FieldType::f32});
            return layout;
        })
        .function([](const StretchRange&, const StageInputs& inputs) {
            return KernelFunction{"stretch_range",
                                  inputs.tables[1] ? "stretch_range_joint" : "stretch_range"};
        })
        .constants([](const StretchRange& p, const StageInputs&) -> std::vector<Constant> {
            return {{"when_constant", code(p.constant)},
                    {"type_low", lowest(p.pixel)},
                    {"type_high", highest(p.pixel)}};
        });
}

}  // namespace sluice::stages
