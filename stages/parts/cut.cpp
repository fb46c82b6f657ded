#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Cut {
    double level = 0, offset = 0;
};

}  // namespace

// A part of threshold.
StageDef cut() {
    return point<Cut>("cut", "Makes values above a threshold white, and others black.")
        .internal()
        .table_in("found", "Threshold of each channel.", {"level"}, true)
        .image_in("around", "Threshold of each pixel.", true)
        .param("level", &Cut::level, "Threshold if nothing is connected, as a pixel value.")
        .param("offset", &Cut::offset, "Subtracted from the threshold of each pixel, in pixel values.")
        .infer([](const Cut&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            if (dst.meant) dst.meant = {0, dst.white_value()};
            return dst;
        })
        .function([](const Cut&, const StageInputs& inputs) {
            const char* way = inputs.tables[1] ? "cut_found" : inputs.images[2] ? "cut_beside" : "cut";
            return KernelFunction{"cut", way};
        });
}

}  // namespace sluice::stages
