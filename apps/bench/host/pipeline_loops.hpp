// What a processor does without OpenCL for the chain of `sluice-bench pipeline`, in plain C++.
// pipeline_loops.cpp is compiled for the machine that builds it (see apps/CMakeLists.txt).
#pragma once

#include "apps/bench/host/stretch_loops.hpp"

#include <vector>

namespace sluice::apps {

// RGBA8 to linear light, stretched to 0..1, raised to 0.8, encoded, to 8 bit; A is copied. The range is that
// of the bytes: linear light keeps their order.
const std::vector<StretchLoop>& linear_stretch_loops();

}  // namespace sluice::apps
