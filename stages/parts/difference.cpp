#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of gradient, tophat and blackhat, whose images are of one format.
StageDef difference() {
    return point("difference", "Subtracts the colours of another image.")
        .internal()
        .image_in("other", "The image to subtract.")
        .function("difference");
}

}  // namespace sluice::stages
