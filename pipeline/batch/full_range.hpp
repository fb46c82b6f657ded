// Whether a stretch from minimum to maximum had anything to do.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"

namespace sluice {

// True when minimum and maximum of every channel (or of all together) are the ends of the format's range in
// every layer already: then min-max leaves the image as it is. `statistics` has the fields min and max.
bool spans_full_range(const Table& statistics, const ImageFormat& format);

}  // namespace sluice
