#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Compared {
    std::string metric = "mse";
    double top = 1;
};

}  // namespace

// A part of compare.
StageDef compared() {
    return table_stage<Compared>("compared",
                                 "Computes a metric from the differences, or the similarity, of two images.")
        .internal()
        .table_in("stats", "Statistics of the differences.", {"count", "sum", "sum_sq", "max"})
        .table_out("result", "The metric.", {"mse", "psnr", "mae", "max", "ssim"})
        .param("metric", &Compared::metric, "Which.", choices{"mse", "psnr", "mae", "max", "ssim"})
        .param("top", &Compared::top, "Pixel value of white.")
        .layout([](const Compared& p, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{p.metric, FieldType::f32}};
            return layout;
        })
        .function([](const Compared& p, const StageInputs&) {
            return KernelFunction{"compared", "compared_" + p.metric};
        });
}

}  // namespace sluice::stages
