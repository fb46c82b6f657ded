#include "stages/shared/levels.hpp"

namespace sluice::stages {
namespace {

struct EqualizeLut {
    double white = 255;
};

}  // namespace

// A part of normalize.
StageDef equalize_lut() {
    return table_stage<EqualizeLut>("equalize_lut", "Computes an equalization table from a histogram.")
        .internal()
        .table_in("stats", "The histogram.", {"histogram"})
        .table_out("lut", "The lookup table: a result for each level.", {"value"})
        .param("white", &EqualizeLut::white, "Highest level of the result.")
        .items(256)
        .warning("no pixel was counted; the image stays as it is")
        .layout([](const EqualizeLut&, const StageInputs& inputs) { return lookup_layout(inputs); })
        .function("equalize_lut")
        .constants([](const EqualizeLut&, const StageInputs& inputs) -> std::vector<Constant> {
            return {levels_constant(inputs)};
        });
}

}  // namespace sluice::stages
