// Colours that an application's image has as B G R on the device, brought into the order that kernels read.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"

namespace sluice {

// For images of this storage and pixel type.
Kernel reorder_kernel(const Device& device, const PlannedImage& image);
// From the application's memory to the plan's. `kernel` is that of this image.
Event reorder(Queue& queue, Kernel& kernel, const Device& device, const PlannedImage& image,
              const Memory& src, const Memory& dst);

}  // namespace sluice
