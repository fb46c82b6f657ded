// How numbers of files relate to light, said alike on all pages, and what stages of light say of numbers.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice::stages {

inline constexpr const char* meaning_doc =
    "HDR and colour PFM files hold linear light. Floats of TIFF, NPY and grey PFM files are plain numbers "
    "(space=data), unless the profile of the TIFF says more. `load space=encoded`, `linear` or `data` "
    "overrides this. On saving, linear light is sRGB-encoded for integer files such as PNG, encoded values "
    "are decoded for HDR and colour PFM, and plain numbers stay as they are. The `saved` line of `run` says "
    "what was done.";

// Why a stage that has to know light cannot take an image, or "". `what`: "lab", "space=linear".
inline std::string unknown_light(const std::string& what, const ImageFormat& image) {
    if (image.space != Space::data) return "";
    return what + " is about light, and " + image.text() +
           " is numbers that may be anything: say `load space=linear` or `load space=encoded`, or put "
           "`convert "
           "space=linear` or `convert space=encoded` before";
}

}  // namespace sluice::stages
