// Planar images (CHW), as neural networks use them. Pipelines work on interleaved pixels. To copy only once,
// interleave planes straight into FrameInput::view(), and separate them from Frame::view().
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice {

// One plane per channel, in format.order: bgr begins with B. Inside a plane, layers are stored one below the
// other. Does not own the memory.
struct ConstPlanes {
    ImageFormat format;
    const void* data = nullptr;
    std::size_t pitch = 0;  // bytes from row to row
    std::size_t plane = 0;  // bytes from plane to plane
};
struct Planes {
    ImageFormat format;
    void* data = nullptr;
    std::size_t pitch = 0;
    std::size_t plane = 0;

    operator ConstPlanes() const { return {format, data, pitch, plane}; }
};

// Copy planes to interleaved pixels and back. If the orders differ (rgb, bgr), the channels are reordered.
// Throw Error(usage) if the formats differ otherwise, a pointer is null, a pitch is less than a row, or
// planes overlap. `src` and `dst` must not overlap. Any thread.
SLUICE_API void interleave(const ConstPlanes& src, const HostView& dst);
SLUICE_API void separate(const ConstHostView& src, const Planes& dst);

}  // namespace sluice
