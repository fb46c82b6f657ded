#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Unfaded {
    Pixel pixel = Pixel::u8;
    double white = 0;
    bool integers = false;
};

}  // namespace

// A part of what mixes pixels: the way back of faded.
StageDef unfaded() {
    return point<Unfaded>("unfaded", "Divides colours by their alpha.")
        .internal()
        .param("pixel", &Unfaded::pixel, "The pixel type of the result.")
        .param("white", &Unfaded::white, "Pixel value of white in the result.")
        .param("integers", &Unfaded::integers, "Colours and alpha were integers before they were mixed.")
        .alpha([](const Unfaded&) { return AlphaLane::apply; })
        .infer([](const Unfaded& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            return dst;
        })
        .function([](const Unfaded& p, const StageInputs&) -> KernelFunction {
            return {"unfaded", p.integers && is_integer(p.pixel) ? "unfaded_whole" : "unfaded"};
        });
}

}  // namespace sluice::stages
