#include "pipeline/core/normalized_texel.hpp"

namespace sluice {

std::string_view normalized_texel(const ImageFormat& format) {
    const bool grey = format.lanes() == 1;
    if (format.pixel == Pixel::u8) return grey ? "R/UNORM_INT8" : "RGBA/UNORM_INT8";
    if (format.pixel == Pixel::u16) return grey ? "R/UNORM_INT16" : "RGBA/UNORM_INT16";
    return "";
}

}  // namespace sluice
