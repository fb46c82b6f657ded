#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Scaled {
    double scale = 1, offset = 0;
};

}  // namespace

// A part of convolve.
StageDef scaled() {
    return point<Scaled>("scaled", "Divides what another image holds, and puts it in the place of colours.")
        .internal()
        .image_in("sum", "What is divided.")
        .param("scale", &Scaled::scale, "By this.", live)
        .param("offset", &Scaled::offset, "Added then.", live)
        .function("scaled");
}

}  // namespace sluice::stages
