// Whether images that a stage takes together go together. Both return "" or what is wrong; `name`: of the
// second one's port.
#pragma once

#include "pipeline/core/format.hpp"

#include <string>

namespace sluice {

std::string size_fault(const ImageFormat& image, const std::string& name, const ImageFormat& other);
// A Reduce's mask has one channel for all or one for each colour.
std::string mask_fault(const ImageFormat& image, const ImageFormat& mask);

}  // namespace sluice
