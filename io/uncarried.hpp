// Names of what files say and sluice does not carry, for the warning of the Sink (Metadata::uncarried).
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/files/bytes.hpp"

#include <string_view>

namespace sluice {

namespace uncarried {
inline constexpr std::string_view iptc = "IPTC data", comments = "comments", texts = "texts",
                                  geography = "GeoTIFF tags", gdal = "GDAL metadata",
                                  stack = "description of a stack", imagej = "ImageJ metadata",
                                  credentials = "content credentials", resources = "Photoshop resources",
                                  private_tags = "private tags", keywords = "FITS keywords";
}  // namespace uncarried

// Adds a name unless it is there.
void leave(Metadata& metadata, std::string_view what);

// Looks through the image resources of Photoshop, as PSD and JPEG have them. Ends where they are broken. Of
// all but IPTC data it names what `metadata` has not got from elsewhere.
void leave_resources(Metadata& metadata, Bytes resources);

}  // namespace sluice
