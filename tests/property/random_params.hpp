// What random graphs are made of: source images, stages, legal parameters of a stage for a format.
#pragma once

#include "tests/property/graph_case.hpp"

namespace sluice::property {

using Params = std::vector<std::pair<std::string, std::string>>;

// Small images: one pixel, rows, columns, odd sizes; sometimes wide, sometimes with layers, a white of its
// own, another space, bgr. Values of all kinds, of floats also NaN, infinities, subnormal and huge ones.
SourceImage random_source(reference::Random& random, const std::string& id);
SourceImage random_mask_source(reference::Random& random, const std::string& id, const ImageFormat& image);

// A stage that users see and that takes an image: the Points more often than the rest.
std::string random_stage(reference::Random& random);
Params random_params(reference::Random& random, const std::string& stage, const ImageFormat& src);

}  // namespace sluice::property
