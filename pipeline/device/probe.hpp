// What only trying tells. Included only inside this floor.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/device/clhpp.hpp"

namespace sluice {

// Whether kernels may hold PTX that takes the minimum of two 16-bit lanes in one instruction: NVIDIA's
// devices since compute capability 9.0. Tries to build one; other vendors' devices are not asked.
bool has_packed_minmax(const cl::Context& context, const cl::Device& device, const DeviceFacts& facts);

}  // namespace sluice
