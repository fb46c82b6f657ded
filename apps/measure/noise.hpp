// Pictures that are made up for measurements.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice::apps {

// Noise whose colours do not fill the range, so that there is something to stretch. Rows repeat, so that
// large images are made quickly.
HostImage noise(const ImageFormat& format);

}  // namespace sluice::apps
