#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Curve {
    std::string to = "linear";
};

}  // namespace

// A part of convert. Its result is a real image with white 1.
StageDef curve() {
    return point<Curve>("curve", "Takes sRGB code values to linear light, or back.")
        .internal()
        .param("to", &Curve::to, "Which way.", choices{"linear", "encoded"})
        .infer([](const Curve& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = dst.pixel == Pixel::f64 || dst.pixel == Pixel::i32 ? Pixel::f64 : Pixel::f32;
            dst.white = 0;
            dst.space = space_from(p.to).value();
            return dst;
        })
        .function([](const Curve& p, const StageInputs&) {
            return KernelFunction{"curve", "curve_" + p.to};
        });
}

}  // namespace sluice::stages
