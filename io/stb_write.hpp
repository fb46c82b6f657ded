// stb_image_write: encodes TGA and HDR.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstdint>
#include <vector>

namespace sluice {

// REQUIRES: u8 with 1 to 4 channels. Throws Error(input) when stb fails.
std::vector<std::uint8_t> stb_write_tga(const ConstHostView& src);
// REQUIRES: f32 with 1 or 3 channels, finite and not negative.
std::vector<std::uint8_t> stb_write_hdr(const ConstHostView& src);

}  // namespace sluice
