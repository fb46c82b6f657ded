#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Lifted {
    Pixel pixel = Pixel::u8;
    double white = 0;
    std::string curve = "asinh";
    double lift = 10, strength = 1, units = 1;
    bool alpha = false;
};

}  // namespace

// A part of normalize.
StageDef lifted() {
    return point<Lifted>("lifted", "Lifts what is dark between both ends of a line.")
        .internal()
        .image_in("own", "The image before it was moved along the line.")
        .table_in("range", "The line.", {"bottom", "top", "low", "high"})
        .param("pixel", &Lifted::pixel, "The pixel type of the result.")
        .param("white", &Lifted::white, "The code value of white in the result; 0 is that of the pixel type.",
               at_least(0))
        .param("curve", &Lifted::curve, "Which curve.", choices{"asinh", "log"})
        .param("lift", &Lifted::lift, "How strong it is.", range(0.001, 1e6))
        .param("strength", &Lifted::strength, "1 is the whole way to it, 0 none.", range(0, 1))
        .param("units", &Lifted::units, "Code values of the result in one of the image before.")
        .param("alpha", &Lifted::alpha, "Whether alpha is lifted like a colour.")
        .infer([](const Lifted& p, const StageInputs& inputs) {
            ImageFormat dst = moved(inputs.image());
            dst.pixel = p.pixel;
            dst.white = p.white;
            return dst;
        })
        .alpha([](const Lifted& p) { return p.alpha ? AlphaLane::apply : AlphaLane::keep; })
        .function([](const Lifted& p, const StageInputs&) {
            return KernelFunction{"lifted", "lifted_" + p.curve};
        })
        .constants([](const Lifted& p, const StageInputs&) -> std::vector<Constant> {
            return {{"outer", 1 / (p.curve == "asinh" ? std::asinh(p.lift) : std::log1p(p.lift))}};
        });
}

}  // namespace sluice::stages
