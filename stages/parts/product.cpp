#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of what needs variances, in numbers of `centred`.
StageDef product() {
    return point("product", "Multiplies colours by those of another image.")
        .internal()
        .image_in("other", "The other one: grey, or of as many colours.")
        .function("product");
}

}  // namespace sluice::stages
