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
    return point<Lifted>("lifted", "Lifts shadows between the ends of a line.")
        .internal()
        .image_in("own", "The image before it was stretched.")
        .table_in("range", "The line.", {"bottom", "top", "low", "high"})
        .param("pixel", &Lifted::pixel, "The pixel type of the result.")
        .param("white", &Lifted::white,
               "Pixel value of white in the result; 0 is the default of the pixel type.", at_least(0))
        .param("curve", &Lifted::curve, "Tone curve.", choices{"asinh", "log"})
        .param("lift", &Lifted::lift, "Strength of the tone curve.", range(0.001, 1e6))
        .param("strength", &Lifted::strength, "Strength from 0 (no change) to 1 (full).", range(0, 1))
        .param("units", &Lifted::units, "Pixel values of the result for each pixel value of the image.")
        .param("alpha", &Lifted::alpha, "Treat alpha like a colour.")
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
