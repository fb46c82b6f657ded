// The image resources of Photoshop, as PSD, JPEG and raw profiles in PNG have them.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <vector>

namespace sluice {

// Gives `metadata` the IPTC data among them, and EXIF and XMP data where it has none. Names a colour profile
// that it has not got from elsewhere. Ends where the resources are broken.
void take_resources(Metadata& metadata, Bytes resources);

// Resources that hold these IPTC data alone.
std::vector<std::uint8_t> iptc_resources(Bytes iptc);

}  // namespace sluice
