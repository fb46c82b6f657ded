// How numbers of files relate to light, said alike on all pages, and what stages of light say of numbers.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice::stages {

inline constexpr const char* meaning_doc =
    "HDR and colour PFM hold linear light; floats of TIFF, NPY and grey PFM are numbers as they stand "
    "(space=data), unless the profile of the TIFF says more. `load space=encoded`, `linear` or `data` "
    "decides "
    "otherwise. Linear light is sRGB encoded for files of integers such as PNG, encoded values are decoded "
    "for "
    "HDR and colour PFM, and numbers stay as they are: the `saved` line of `run` says what was done.";

// Why a stage that has to know light cannot take an image, or "". `what`: "lab", "space=linear".
inline std::string unknown_light(const std::string& what, const ImageFormat& image) {
    if (image.space != Space::data) return "";
    return what + " is about light, and " + image.text() +
           " is numbers that may be anything: say `load space=linear` or `load space=encoded`, or put "
           "`convert "
           "space=linear` or `convert space=encoded` before";
}

}  // namespace sluice::stages
