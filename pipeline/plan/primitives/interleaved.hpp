// Images seen by their samples: grey, and `channels` times as wide. What treats all channels alike does the
// same to that image, where the neighbours of a sample are `channels` columns away. Of Storage::rows it is
// what lies in memory: nothing is moved.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>

namespace sluice {

// Whether pixels have several channels, and none is alpha.
bool may_interleave(const ImageFormat& format);
// The image of its samples, and of its pixels again.
ImageFormat of_samples(ImageFormat pixels);
ImageFormat of_pixels(ImageFormat samples, int channels);
// The weights of an output's samples: those of one output stay `channels` columns apart. REQUIRES: even.
Taps of_samples(const Taps& columns, int channels);
// The graph with all images so that may be: Primitive::interleaved says which.
Primitives of_samples(const Primitives& graph);
// Whether a Point does the same to all channels of its pixels, with the values that its parameters have now.
bool treats_alike(const Primitives& graph, std::size_t point);

}  // namespace sluice
