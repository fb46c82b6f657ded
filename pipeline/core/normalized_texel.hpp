// Texels whose numbers kernels see from 0 to 1.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"

#include <string_view>

namespace sluice {

// The OpenCL format of an image object with the pixel values of natural_texel(format) in normalized numbers:
// "RGBA/UNORM_INT8". "" if there is none: only u8 and u16 have one. Any thread.
SLUICE_API std::string_view normalized_texel(const ImageFormat& format);

}  // namespace sluice
