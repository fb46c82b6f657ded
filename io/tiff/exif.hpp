// EXIF out of a TIFF and into one: fields of the picture's directory and the directories below it. Needs
// libtiff.
#pragma once

#include "io/tiff/file.hpp"
#include "pipeline/core/warn.hpp"

#include <cstdint>
#include <vector>

namespace sluice {

// A block as Metadata keeps it, of the directory that `file` is at; `bytes` are the file's. Empty when there
// is none, or when it is broken, which `warn` is told.
std::vector<std::uint8_t> read_tiff_exif(const TiffFile& file, const FileBytes& bytes, const Warn& warn);

// Gives the directory that `file` is about to write the block; `warn` is told what cannot go along.
void set_tiff_exif(TiffFile& file, Bytes exif, const Warn& warn);

}  // namespace sluice
