// Gain maps: a second image in a file that makes the first one HDR. The first one is a complete picture, and
// is what sluice reads.
#pragma once

#include "io/boxes.hpp"
#include "io/exif/xmp_properties.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

inline constexpr std::string_view gain_map_ignored =
    "its gain map is ignored: the image is read as it looks without HDR";

// Whether XMP data says that the file has one: as Adobe and Android, or as Apple writes it.
inline bool mentions_gain_map(Bytes xmp) {
    const std::string_view text(reinterpret_cast<const char*>(xmp.data()), xmp.size());
    return text.find("hdrgm:Version") != std::string_view::npos ||
           text.find("HDRGainMap:HDRGainMapVersion") != std::string_view::npos;
}

// Without what says so: what is made of the image has no gain map.
inline void remove_gain_map_of_xmp(std::vector<std::uint8_t>& xmp) {
    for (const std::string_view part : {"hdrgm:", "HDRGainMap:", "Container:Directory"})
        remove_xmp_properties(xmp, part);
}

// Whether a file of boxes says so by its brands (ISO 21496-1).
inline bool has_gain_map_brand(const FileBytes& file) {
    constexpr std::size_t head = 256;
    return has_brand(file.at(0, head), {"tmap"});
}

}  // namespace sluice
