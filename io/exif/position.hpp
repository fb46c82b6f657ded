// Takes fields out of EXIF and XMP data where they are, so that everything else stays as it was.
#pragma once

#include <cstdint>
#include <vector>

namespace sluice {

// Removes the GPS directory of a block as Metadata keeps it, and its values. False if the block is damaged,
// so that something of it may remain; it is then empty.
bool remove_position_of_exif(std::vector<std::uint8_t>& exif);
// The same for the properties whose names begin with GPS.
bool remove_position_of_xmp(std::vector<std::uint8_t>& xmp);

// Whether there is a position.
bool has_position(const std::vector<std::uint8_t>& exif, const std::vector<std::uint8_t>& xmp);

// The block without XResolution, YResolution and ResolutionUnit.
std::vector<std::uint8_t> exif_without_resolution(std::vector<std::uint8_t> exif);

}  // namespace sluice
