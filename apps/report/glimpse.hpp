// A look at a picture, for the page of a batch.
#pragma once

#include "pipeline/batch/glimpse.hpp"
#include "pipeline/core/host_image.hpp"

namespace sluice::apps {

// Of the first layer. Any pixel type, order and layout; transparent parts of the thumbnail lie on squares.
Glimpse glimpse(const ConstHostView& image);

}  // namespace sluice::apps
