#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Standardize {
    Pixel pixel = Pixel::f32;
    double white = 0;
    bool alpha = false;
    std::optional<ValueRange> meant;
};

}  // namespace

// A part of normalize.
StageDef standardize() {
    return point<Standardize>("standardize", "Applies the line of standard_line.")
        .internal()
        .table_in("line", "The line.", {"lift", "whole", "part", "gain", "base"})
        .param("pixel", &Standardize::pixel, "The pixel type of the result.")
        .param("white", &Standardize::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("alpha", &Standardize::alpha, "Treat alpha like a colour.")
        .param("meant", &Standardize::meant, "Intended range of floats in the result.", keyword("unknown"))
        .infer([](const Standardize& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            dst.meant = p.meant;
            return dst;
        })
        .alpha([](const Standardize& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .function("standardize");
}

}  // namespace sluice::stages
