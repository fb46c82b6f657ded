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
                                     "From minimum and maximum to the line that stretch follows.")
        .internal()
        .table_in("stats", "What was found.", {"min", "max"})
        .table_in("joint", "The range of all channels together, where it is not the widest of theirs.",
                  {"min", "max"}, true)
        .table_out("range", "The line.", range_fields)
        .param("out_low", &StretchRange::out_low, "Where the minimum goes.")
        .param("out_high", &StretchRange::out_high, "Where the maximum goes.")
        .param("constant", &StretchRange::constant, "What becomes of a constant group.",
               choices{"keep", "low", "mid", "zero"})
        .param("strength", &StretchRange::strength, "1 is the whole way to the target, 0 none.", range(0, 1))
        .param("independence", &StretchRange::independence, "1 is each channel for itself, 0 all together.",
               range(0, 1))
        .param("units", &StretchRange::units, "Code values of the result in one of the source.")
        .param("white", &StretchRange::white,
               "Of a source of integers that go to integers of another white exactly, else 0.")
        .param("pixel", &StretchRange::pixel, "The pixel type of the source.")
        .param("luma", &StretchRange::luma, "Whether it is the luma that is stretched.")
        .param("doubles", &StretchRange::doubles, "Whether the line needs doubles.")
        .param("whole", &StretchRange::whole, "Whether the result is of whole numbers.")
        .param("parts", &StretchRange::parts,
               "How many of the numbers of the range are a code value, for stretch64; else 0.", at_least(0))
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
