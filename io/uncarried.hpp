// Names of what files say and sluice does not carry, for the warning of the Sink (Metadata::uncarried).
#pragma once

#include "pipeline/core/host_image.hpp"

#include <string_view>

namespace sluice {

namespace uncarried {
inline constexpr std::string_view raw_profiles = "raw profiles", gdal = "GDAL metadata",
                                  stack = "description of a stack", imagej = "ImageJ metadata",
                                  credentials = "content credentials", resources = "Photoshop resources",
                                  private_tags = "private tags", keywords = "FITS keywords";
}  // namespace uncarried

// Adds a name unless it is there.
void leave(Metadata& metadata, std::string_view what);

}  // namespace sluice
