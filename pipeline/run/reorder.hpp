// Images of an application's that are on the device otherwise than kernels read them: colours as B G R,
// texels of normalized numbers, rows of four samples a pixel for three.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/kernel.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/run/frame_memory.hpp"

#include <compare>

namespace sluice {

// What differs from what was planned.
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
