// Takes properties out of XMP data as text, so that everything else stays as it was.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sluice {

// Removes the properties whose names hold `part`, which has a colon: ":GPS", "hdrgm:". False if one has no
// end that can be found, or there are hundreds; the data then stays as it was.
bool remove_xmp_properties(std::vector<std::uint8_t>& xmp, std::string_view part);

}  // namespace sluice
