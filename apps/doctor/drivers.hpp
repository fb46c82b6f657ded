// The libraries that the OpenCL loader is told to load, and the processors that they are for.
#pragma once

#include "apps/doctor/examination.hpp"

namespace sluice::apps {

// By the rules of ocl-icd and of Khronos' loader. Loads nothing: Driver::error only says which files cannot
// be read.
DriverSearch find_drivers();

// Why the system cannot load a library, or "". Loads it: drivers may crash.
std::string loading_error(const std::string& library);

// Loads NVIDIA's library, where there is one.
Hardware find_hardware();

}  // namespace sluice::apps
