#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Clipped {
    double top = 1;
    bool doubles = false;
};

}  // namespace

// A part of convert. Nobody reads its Table: it is there for its warning.
StageDef clipped() {
    return table_stage<Clipped>("clipped", "Warns if values are below 0 or above white.")
        .internal()
        .table_in("stats", "The measured statistics.", {"min", "max", "nan", "inf"})
        .table_out("seen", "1 if there were such values.", {"any"})
        .param("top", &Clipped::top, "White.")
        .param("doubles", &Clipped::doubles, "The statistics are in double precision.")
        .warning("it has values below 0, above white, or NaN, which were clipped")
        .layout([](const Clipped& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"any", p.doubles ? FieldType::f64 : FieldType::f32}};
            return layout;
        })
        .function("clipped");
}

}  // namespace sluice::stages
