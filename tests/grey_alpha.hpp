// The format of a picture: two channels are grey and alpha.
#pragma once

#include "pipeline/core/format.hpp"

inline sluice::ImageFormat grey_alpha(sluice::ImageFormat format) {
    format.grey_alpha = format.channels == 2;
    return format;
}
