#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Sharpened {
    double amount = 1, threshold = 0;
};

}  // namespace

// A part of unsharp.
StageDef sharpened() {
    return point<Sharpened>("sharpened", "Sharpens: moves colours away from a blurred image.")
        .internal()
        .image_in("blurred", "The image, blurred.")
        .param("amount", &Sharpened::amount, "Factor of the difference.", at_least(0), live)
        .param("threshold", &Sharpened::threshold,
               "Smallest difference that is changed, as a fraction of white.", range(0, 1), live)
        .function("sharpened");
}

}  // namespace sluice::stages
