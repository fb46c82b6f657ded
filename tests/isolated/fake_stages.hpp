// A Source whose decoder does what the name of its file says: for workers that misbehave.
#pragma once

#include "pipeline/graph/registry.hpp"

namespace fake {

// One stage, "load", with `path` and `max_seconds`. Its pictures are 40 x 30 RGB.
sluice::Registry stages();

}  // namespace fake
