// Opening a device. Included only inside this floor.
#pragma once

#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"

namespace sluice {

// Makes a context. Throws Error(device).
Device open_device(const cl::Device& device);

// `context` may be shared with others.
Device open_device(const cl::Context& context, const cl::Device& device);

}  // namespace sluice
