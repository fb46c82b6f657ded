#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GivenRange {
    double lo = 0, hi = 1;
    bool doubles = false;
};

}  // namespace

// A part of normalize.
StageDef given_range() {
    return table_stage<GivenRange>("given_range",
                                   "A range that the user gave, in the place of a measured one.")
        .internal()
        .table_out("given", "The range.", {"min", "max"})
        .param("lo", &GivenRange::lo, "Its lower end.")
        .param("hi", &GivenRange::hi, "Its upper end.")
        .param("doubles", &GivenRange::doubles, "Whether the range needs doubles.")
        .layout([](const GivenRange& p, const StageInputs&) {
            const FieldType real = p.doubles ? FieldType::f64 : FieldType::f32;
            TableLayout layout;
            layout.channels = {"joint"};
            layout.fields = {{"min", real}, {"max", real}};
            return layout;
        })
        .function("given_range");
}

}  // namespace sluice::stages
