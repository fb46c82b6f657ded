// Rows between host memory (packed channels, RGB or BGR) and device memory (one or four lanes, RGB).
#pragma once

#include "pipeline/core/host_image.hpp"

#include <cstddef>

namespace sluice {

// Whether the rows of such an image hold the same bytes on both sides (order rgb: as they lie).
bool same_in_staging(const ImageFormat& format);

// Whether rows are those of a device, with this pitch; whether they begin where one that shares memory can
// take them.
bool as_on_device(const ConstHostView& view, std::size_t pitch);
bool at_a_page(const ConstHostView& view);

// Fills lanes that the host does not have: grey with alpha becomes Y Y Y A, three channels get a lane
// that nothing reads. `pitch`: of the device rows, in bytes.
void pack_rows(const ConstHostView& src, std::byte* dst, std::size_t pitch);
// The way back; leaves those lanes out.
void unpack_rows(const std::byte* src, std::size_t pitch, const HostView& dst);

}  // namespace sluice
