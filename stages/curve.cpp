#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Curve {
    Space to = Space::linear;
    bool doubles = false;
};

}  // namespace

// A part of convert. Its result is a real image with white 1.
StageDef curve() {
    return point<Curve>("curve", "Takes sRGB code values to linear light, or back.")
        .internal()
        .param("to", &Curve::to, "Which way.", choices{"linear", "encoded"})
        .param("doubles", &Curve::doubles, "Whether the result is of doubles whatever the source is.")
        .infer([](const Curve& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.doubles ? Pixel::f64 : real_of(dst.pixel);
            dst.white = 0;
            dst.space = p.to;
            return dst;
        })
        .monotone()
        .function([](const Curve& p, const StageInputs&) {
            return KernelFunction{"curve", "curve_" + std::string(name(p.to))};
        });
}

}  // namespace sluice::stages
