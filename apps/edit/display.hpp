// Pixels of any format as a screen shows them.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <string>

namespace sluice::apps {

// R G B A with 8 bits, row by row, packed; alpha is straight. Of the first layer. The range of the format
// becomes black to white; floats that exceed it are stretched from their least to their greatest value, and
// `stretched` then says so. Linear light is encoded as sRGB. NaN is black. `rgba` is resized.
void to_rgba(const ConstHostView& image, std::string& rgba, bool& stretched);

}  // namespace sluice::apps
