// What people call a device.
#pragma once

#include "pipeline/core/device_facts.hpp"

#include <string>

namespace sluice {

// "CPU, 2 cores (PoCL)" in the place of the processor's name as its driver writes it; the name of any other
// device as it is: "Some GPU 3". For texts: JSON and manifests have the full name. Several devices may share
// it. Any thread.
std::string short_name(const DeviceFacts& facts);

}  // namespace sluice
