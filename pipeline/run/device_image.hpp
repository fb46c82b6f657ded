// Images that an application has on the device: whether they are what was planned, and how they lie there.
#pragma once

#include "pipeline/run/frame_memory.hpp"
#include "pipeline/run/session.hpp"

#include <string>

namespace sluice {

// Why it cannot stand for the image of a plan, whose format it has, or "". Kernels would read other numbers
// from other memory without a word.
std::string against(const DeviceImage& image, const PlannedImage& planned, const Device& here);

// Of an image in a buffer.
RowLayout layout_of(const DeviceImage& image);

// Why a launch more has to bring it into what was planned, or that into it; or "".
const char* other_than(const DeviceImage& image, const PlannedImage& planned);

}  // namespace sluice
