#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Transparent {
    double top = 1;
    bool doubles = false;
};

}  // namespace

// A part of save. Nobody reads its Table: it is there for its warning.
StageDef transparent() {
    return table_stage<Transparent>("transparent", "Warns if pixels are not opaque.")
        .internal()
        .table_in("stats", "The measured statistics.", {"min"})
        .table_out("seen", "1 if there were such pixels.", {"any"})
        .param("top", &Transparent::top, "Alpha of what is opaque.")
        .param("doubles", &Transparent::doubles, "The statistics are in double precision.")
        .warning("its transparent pixels were put on white, since the format has no alpha")
        .layout([](const Transparent& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"any", p.doubles ? FieldType::f64 : FieldType::f32}};
            return layout;
        })
        .function("transparent")
        .constants([](const Transparent&, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"alpha", static_cast<double>(inputs.table().channels.size() - 1)}};
        });
}

}  // namespace sluice::stages
