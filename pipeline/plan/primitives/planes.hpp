// Pixels of three channels as a vector of each, sixteen at a time (kernels/planes.clh): what mixes channels
// then computes nothing in a fourth lane, and takes no lane from beside another.
#pragma once

#include "pipeline/plan/primitives/primitives.hpp"

#include <cstddef>
#include <vector>

namespace sluice {

// Whether pixels of the format may be so: three channels without alpha, or one or two beside those, of floats
// or of integers of 8 and 16 bits.
bool may_be_planes(const ImageFormat& format);
// Whether the text of a Point's or a Gather's function, and all that it includes, can be compiled for such
// vectors.
bool has_text_for_planes(const Primitives& graph, std::size_t node);
// Whether Points do so much that planes pay where three channels of up to 16 bits are stored: these take as
// many shuffles to come together again as vectors of pixels take in all.
bool computes_much(const Primitives& graph, const std::vector<std::size_t>& points);

}  // namespace sluice
