// Recovery after a device was lost.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

namespace sluice {

// Opens the same device in a new context. Plans, Sessions and memory of the old context cannot be used with
// it. Throws DeviceError. Any thread.
SLUICE_API Device reopened(const Device& device);

// Runs a small command to find out whether the device still works in this context. Waits for it. Any thread.
SLUICE_API bool answers(const Device& device) noexcept;

}  // namespace sluice
