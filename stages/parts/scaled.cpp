#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Scaled {
    double scale = 1, offset = 0;
};

}  // namespace

// A part of convolve.
StageDef scaled() {
    return point<Scaled>("scaled", "Replaces the colours by another image, divided by a number.")
        .internal()
        .image_in("sum", "The image to divide.")
        .param("scale", &Scaled::scale, "Divisor.", live)
        .param("offset", &Scaled::offset, "Added after the division.", live)
        .function("scaled");
}

}  // namespace sluice::stages
