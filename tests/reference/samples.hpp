// Small images written out sample by sample, for tests by hand.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <vector>

namespace sluice::reference {

using Samples = std::vector<double>;  // pixel by pixel, R G B A

// An image of one row.
HostImage row_of(Pixel pixel, int channels, const Samples& samples);
Samples samples_of(const ConstHostView& image);

}  // namespace sluice::reference
