// The OpenCL C function behind a Point or a Table stage: found in its .cl file, with its signature.
#pragma once

#include "pipeline/graph/signature.hpp"
#include "pipeline/plan/primitives.hpp"

namespace sluice {

// Throws Error(usage), located in the .cl file, when the file or the function is missing or its
// signature is not one that can be bound.
Signature stage_function(const Primitives& graph, const Primitive& node);

// What the text of a function tells. Lanewise: each lane of the result depends on the same lane of the
// image, and not on where the pixel is. Transcendental: it costs much more than reading a table.
bool lanewise(const Signature& function);
bool transcendental(const Signature& function);

}  // namespace sluice
