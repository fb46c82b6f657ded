// What has to be known about an ICC profile to carry it from file to file.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/files/bytes.hpp"

#include <string>

namespace sluice {

// Why this profile cannot be stored with such an image, or "": it is no profile, or one for
// other channels (an RGB profile with a grey image).
std::string icc_refusal(Bytes profile, const ImageFormat& format);

// What the profile calls itself, in UTF-8; "" where it does not say.
std::string icc_name(Bytes profile);

// Whether the values that the profile is for are proportional to light. False where it does not say so.
bool icc_is_linear(Bytes profile);

}  // namespace sluice
