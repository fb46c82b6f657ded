// What has to be known about EXIF and XMP to carry them from file to file.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/files/bytes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

// The block as Metadata keeps it: from "II" or "MM" on, with the orientation 1, for the picture is turned
// when it is read. All else is as it was, and where it was: makers' notes hold offsets. Empty when there
// is none, or when it is broken, so that its orientation cannot be changed.
std::vector<std::uint8_t> upright_exif(Bytes exif);

// The block as it goes into a file: with the size of the picture, and without the thumbnail, which shows
// the picture as it was before the pipeline.
std::vector<std::uint8_t> exif_for(Bytes exif, const ImageFormat& format);

// A block that says nothing else; empty where it is empty.
std::vector<std::uint8_t> exif_of_resolution(const Resolution& resolution);

// What goes into a file of `format`, which says the resolution nowhere else.
std::vector<std::uint8_t> exif_with_resolution(const Metadata& metadata, const std::string& format,
                                               const Warn& warn);

// What XResolution, YResolution and ResolutionUnit of the block say; empty when they say nothing.
Resolution exif_resolution(Bytes exif);

// What ImageDescription of the block says, or "".
std::string exif_description(Bytes exif);

// The packet with tiff:Orientation 1.
std::vector<std::uint8_t> upright_xmp(Bytes xmp);

}  // namespace sluice
