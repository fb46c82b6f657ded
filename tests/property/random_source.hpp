// The images that go into random graphs.
#pragma once

#include "tests/property/graph_case.hpp"

namespace sluice::property {

// Small images: one pixel, rows, columns, odd sizes; sometimes wide, sometimes with layers, a white of its
// own, another space, bgr. Values of all kinds, of floats also NaN, infinities, subnormal and huge ones.
SourceImage random_source(reference::Random& random, const std::string& id);
// As large as another image, with as many layers.
SourceImage random_source(reference::Random& random, const std::string& id, const ImageFormat& size);
// Of this format.
SourceImage random_source_of(reference::Random& random, const std::string& id, const ImageFormat& format);
// Of the same size too, mostly one channel of few levels.
SourceImage random_mask_source(reference::Random& random, const std::string& id, const ImageFormat& image);

}  // namespace sluice::property
