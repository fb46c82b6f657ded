// Masks that stages make for others: 255 where something is, 0 elsewhere.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {

inline ImageFormat mask_like(const ImageFormat& image) {
    ImageFormat mask{image.width, image.height, 1, Pixel::u8, Space::data};
    mask.layers = image.layers;
    return mask;
}

}  // namespace sluice::stages
