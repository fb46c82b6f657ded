#include "stages/shared/levels.hpp"

namespace sluice::stages {
namespace {

struct CutLevel {
    std::string method = "otsu";
};

}  // namespace

// A part of threshold.
StageDef cut_level() {
    return table_stage<CutLevel>("cut_level", "Finds a threshold from a histogram.")
        .internal()
        .table_in("counts", "The histogram.", {"histogram"})
        .table_out("found", "The threshold.", {"level"})
        .param("method", &CutLevel::method, "Method.", choices{"otsu", "triangle"})
        .observed({"level"})
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const CutLevel&, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"level", FieldType::f32}};
            return layout;
        })
        .items(256)
        .function([](const CutLevel& p, const StageInputs& inputs) {
            const bool many = p.method == "otsu" && levels_of(inputs) > 256;
            return KernelFunction{"cut_level", "cut_level_" + p.method + (many ? "_by_items" : "")};
        })
        .constants([](const CutLevel&, const StageInputs& inputs) -> std::vector<Constant> {
            return {levels_constant(inputs)};
        });
}

}  // namespace sluice::stages
