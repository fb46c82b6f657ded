// Rows between the memory of an application and staging memory, where they lie as on the device.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "pipeline/plan/memory.hpp"

#include <cstddef>

namespace sluice {

// So many rows in staging memory, as a view. Rows are those of the format where the storage is Storage::rows,
// and if it is in planes, a row has one channel after the other; elsewhere pixels have the lanes of the
// device (grey with alpha lies there as Y Y Y A) in the order rgb.
HostView staged_rows(const PlannedImage& image, std::byte* rows, std::size_t count);
ConstHostView staged_rows(const PlannedImage& image, const std::byte* rows, std::size_t count);

// Whether such rows are an image of the host: no lane is made up.
bool same_in_staging(const PlannedImage& image);

// Whether pixels lie as they were planned, and rows too; whether rows begin where a device that shares memory
// takes them.
bool as_on_device(const ConstHostView& view, const PlannedImage& image);
bool at_a_page(const ConstHostView& view);

// Whether a view of planes has nothing between rows and planes: it is moved as one piece, whose rows are
// those of the planned image.
bool is_contiguous(const ConstHostView& view);
// Bytes from row to row of a view that is moved without a look at its pixels.
std::size_t moved_pitch(const PlannedImage& image, const ConstHostView& view);

}  // namespace sluice
