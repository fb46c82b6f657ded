#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

// A part of what needs variances, in numbers of `centred`.
StageDef product() {
    return point("product", "Multiplies colours by the colours of another image.")
        .internal()
        .image_in("other", "The other image: grey, or with the same number of colours.")
        .function("product");
}

}  // namespace sluice::stages
