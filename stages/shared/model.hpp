// What stages say that know red, green and blue alone.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice::stages {

// "" of grey too; two channels of data are no colours.
inline std::string not_rgb(const ImageFormat& image) {
    if (image.colors() == 2) return "two channels of data, " + image.text() + ", are no colours";
    if (image.model == Model::rgb) return "";
    return "it is for red, green and blue, not for " + image.text() + "; convert to=rgb before";
}

}  // namespace sluice::stages
