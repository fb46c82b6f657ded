// EXIF out of a TIFF and into one: fields of the picture's directory and the directories below it. Needs
// libtiff.
#pragma once

#include "io/tiff/file.hpp"
#include "pipeline/core/host_image.hpp"
#include "pipeline/core/warn.hpp"

#include <cstdint>
#include <vector>

namespace sluice {

// Gives `metadata` the EXIF block of the directory that `file` is at, its description, IPTC data and GeoTIFF
// tags, and the names of what else that holds and is not carried; `bytes` are the file's. No block when there
// is none, or when it is broken, which `warn` is told.
void read_tiff_exif(const TiffFile& file, const FileBytes& bytes, Metadata& metadata, const Warn& warn);

// GDAL's tag for the value of samples that are no pixels.
constexpr std::uint32_t gdal_nodata_tag = 42113;

// Gives the directory that `file` is about to write the block; `warn` is told what cannot go along.
void set_tiff_exif(TiffFile& file, Bytes exif, const Warn& warn);
// Gives it a description, where EXIF has given it none, IPTC data and GeoTIFF tags.
void set_tiff_tags(TiffFile& file, const Metadata& metadata);

}  // namespace sluice
