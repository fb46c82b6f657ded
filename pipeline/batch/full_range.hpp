// Whether a stretch from minimum to maximum changed an image.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"

namespace sluice {

// Returns true if the image already spans the full range of its format, in every layer and for every channel
// (or all together). Min-max then leaves it as it is. `statistics` has the fields min and max.
bool spans_full_range(const Table& statistics, const ImageFormat& format);

}  // namespace sluice
