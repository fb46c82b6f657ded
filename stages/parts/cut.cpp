#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Cut {
    double level = 0, offset = 0;
};

}  // namespace

// A part of threshold.
StageDef cut() {
    return point<Cut>("cut", "Makes values white above a number, else black.")
        .internal()
        .table_in("found", "The number, for each channel.", {"level"}, true)
        .image_in("around", "The number, for each pixel.", true)
        .param("level", &Cut::level, "The number, where nothing is connected: a code value.")
        .param("offset", &Cut::offset, "How far below what is around the number lies: code values.")
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
