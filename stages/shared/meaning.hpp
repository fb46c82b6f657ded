// How pixel values of files relate to light, said alike wherever it matters, and why a stage of light cannot
// take plain numbers.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice::stages {

inline constexpr const char* meaning_doc =
    "OpenEXR, Radiance HDR and colour PFM files hold linear light. Floating-point TIFF, NPY and grey PFM "
    "files "
    "are read as plain numbers (space=data), unless a TIFF has a colour profile. `load space=encoded`, "
    "`load space=linear` or `load space=data` overrides this. On saving, linear light is encoded as "
    "sRGB for integer formats such as PNG, encoded values are made linear for OpenEXR, HDR and colour "
    "PFM, and plain numbers are unchanged. The `saved` line of `run` says which conversion was made.";

// Why a stage that has to know light cannot take an image, or "". `what`: "lab", "space=linear".
inline std::string unknown_light(const std::string& what, const ImageFormat& image) {
    if (image.space != Space::data) return "";
    return what + " works on light, but " + image.text() +
           " has plain numbers; give `load space=linear` or `load space=encoded`, or put `convert "
           "space=linear` or `convert space=encoded` before it";
}

}  // namespace sluice::stages
