#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Indistinct {
    bool doubles = false;
};

}  // namespace

// A part of normalize. Nobody reads its Table: it is there for its warning.
StageDef indistinct() {
    return table_stage<Indistinct>("indistinct", "Warns if floats that differ count as constant.")
        .internal()
        .table_in("range", "The measured range.", {"low", "high"})
        .table_out("seen", "1 if they do.", {"any"})
        .param("doubles", &Indistinct::doubles, "The range is in double precision.")
        .warning(
            "its values differ by less than a device can tell from 0 (floats by 2^-126, doubles by 2^-1022): "
            "they "
            "count as constant")
        .layout([](const Indistinct& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"any", p.doubles ? FieldType::f64 : FieldType::f32}};
            return layout;
        })
        .function("indistinct");
}

}  // namespace sluice::stages
