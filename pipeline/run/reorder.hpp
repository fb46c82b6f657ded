// Converts images of an application on the device that kernels cannot read as they are: colours in the order
// B G R, normalized texels, rows with three channels padded to four samples.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/frame_memory.hpp"

#include <compare>

namespace sluice {

// The differences from the plan.
struct Reordering {
    bool swaps = false;               // the order of colours
    bool from = false, into = false;  // normalized numbers

    auto operator<=>(const Reordering&) const = default;
};

// For images of this storage and pixel type.
Kernel reorder_kernel(const Device& device, const PlannedImage& image, const Reordering& reordering);
// From the application's memory to the plan's, or back. `kernel` is that of this image. Layouts: of
// Storage::rows.
struct LaidMemory {
    const Memory& memory;
    RowLayout layout = {};
};
Event reorder(Queue& queue, Kernel& kernel, const Device& device, const PlannedImage& image,
              const LaidMemory& src, const LaidMemory& dst);

}  // namespace sluice
