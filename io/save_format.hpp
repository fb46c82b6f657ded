// In which format an image is saved.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/format.hpp"

#include <string>
#include <string_view>

namespace sluice {

// The format in which an image of format `image` has to be when it is written to a file with this
// extension; the same as `image` but for the order of channels where nothing needs to change. Pure.
//   depth    kept. Floats become u16 where the file holds no floats, u8 where it holds no 16 bit either.
//   light    linear data is encoded for files of integers that hold encoded values, and the other way round
//   for
//            HDR. Floats in PFM, TIFF and NPY are as they are.
//   white    becomes that of the pixel type where the file cannot say another one; floats but those of HDR
//   are kept. channels kept; grey becomes R G B (A) where the file holds no grey.
// Throws Error(usage) without `where`, which names the way out, when something would be lost: depth,
// alpha, colours, signed numbers, floats that are meant to lie outside of 0 to white, layers, size; and for
// an extension that cannot be written.
ImageFormat writable(std::string_view extension, const ImageFormat& image);

// Whether files with this extension can be written at all, and where they cannot, what is said about it.
bool can_write(std::string_view extension);
std::string cannot_write(std::string_view extension);

}  // namespace sluice
