// Images whose channels lie one behind the other (CHW), as networks have them. Pipelines have interleaved
// pixels: write planes straight into FrameInput::view(), and take them from Frame::view(), with one copy.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice {

// A plane for each channel of the format, in its order: bgr begins with B. Within a plane, layers lie below
// each other. The memory stays its owner's.
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

// Formats must agree but for the order of their colours, which is kept right. Throw Error(usage) where they
// do not, and for a null pointer, a pitch that is less than a row and planes that overlap.
SLUICE_API void interleave(const ConstPlanes& src, const HostView& dst);
SLUICE_API void separate(const ConstHostView& src, const Planes& dst);

}  // namespace sluice
