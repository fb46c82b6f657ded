// After a device was lost.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

namespace sluice {

// The same device in a new context, with the same facts: nothing that was made in the old one works here.
// Throws DeviceError.
SLUICE_API Device reopened(const Device& device);

// Whether the device still does a small piece of work in this context. Never throws.
SLUICE_API bool answers(const Device& device) noexcept;

}  // namespace sluice
