// The lines that read and write natural image objects: a pixel in each texel.
#pragma once

#include "pipeline/plan/code/pixel_code.hpp"

#include <string>

namespace sluice {

// An expression for the pixel in column `x` and row `y`, and a statement that writes the pixel `v` there.
std::string natural_read(const std::string& name, const PlannedImage& image);
std::string natural_write(const std::string& name, const PlannedImage& image);

// Whether pixels that come one by one are put into words: a compiler that is shown bytes goes through memory.
bool natural_in_words(const PlannedImage& image, const PassShape& shape);
// Loads a unit so, four samples at a time. REQUIRES: natural_in_words(image, shape)
std::string natural_load_words(const std::string& name, const PlannedImage& image, const PassShape& shape);

}  // namespace sluice
