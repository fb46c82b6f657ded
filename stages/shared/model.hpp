// What stages say that know red, green and blue alone.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice::stages {

// "" of all that has no other model of colour, whose luma nobody knows.
inline std::string luma_fault(const ImageFormat& image) {
    if (image.model == Model::rgb) return "";
    return "it needs red, green and blue, not " + image.text() + "; put convert to=rgb before it";
}

// "" of grey too; two channels of data are no colours.
inline std::string not_rgb(const ImageFormat& image) {
    if (image.colors() == 2) return "two channels of data, " + image.text() + ", are no colours";
    return luma_fault(image);
}

}  // namespace sluice::stages
