#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of gradient, tophat and blackhat, whose images are of one format.
StageDef difference() {
    return point("difference", "Takes the colours of an image from those of another.")
        .internal()
        .image_in("other", "What is taken away.")
        .function("difference");
}

}  // namespace sluice::stages
