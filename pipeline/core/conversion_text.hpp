// What a file could not hold of an image, and so was made of it.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice {

// What was done to an image so that a file can hold it, on one line: "sRGB-encoded from linear light, rounded
// from f32"; "" where its numbers stand as they were.
SLUICE_API std::string conversion_text(const ImageFormat& image, const ImageFormat& written);

}  // namespace sluice
