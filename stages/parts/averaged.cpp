#include "stages/shared/filter.hpp"

namespace sluice::stages {
namespace {

struct Averaged {
    double count = 1;
    Pixel pixel = Pixel::u8;
    double white = 0;
};

}  // namespace

// A part of what averages squares.
StageDef averaged() {
    return point<Averaged>("averaged", "Divides sums by their number of pixels.")
        .internal()
        .param("count", &Averaged::count, "Number of values in each sum.")
        .param("pixel", &Averaged::pixel, "The pixel type of the result.")
        .param("white", &Averaged::white, "Pixel value of white in the result.")
        .alpha([](const Averaged&) { return AlphaLane::apply; })
        .infer([](const Averaged& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.white = p.white;
            return dst;
        })
        .function("averaged");
}

}  // namespace sluice::stages
