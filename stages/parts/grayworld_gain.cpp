#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct GrayworldGain {
    bool doubles = false;
};

}  // namespace

// A part of normalize.
StageDef grayworld_gain() {
    return table_stage<GrayworldGain>("grayworld_gain", "Computes gains that give all colours the same mean.")
        .internal()
        .table_in("stats", "The sums of the colours, over the same pixels.", {"count", "sum"})
        .table_out("balance", "Gain of each colour.", {"gain"})
        .param("doubles", &GrayworldGain::doubles, "Compute the gains in double precision.")
        .observed({"gain"})
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const GrayworldGain& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"gain", p.doubles ? FieldType::f64 : FieldType::f32}};
            return layout;
        })
        .function("grayworld_gain");
}

}  // namespace sluice::stages
