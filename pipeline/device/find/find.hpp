// Which devices there are. Included only inside this floor.
#pragma once

#include "pipeline/device/clhpp.hpp"
#include "pipeline/device/device.hpp"

#include <string>
#include <vector>

namespace sluice {

struct FoundDevices {
    std::vector<DeviceEntry> entries;  // without formats, choice and texels
    std::vector<cl_device_id> ids;     // of the same order
    std::string hint;                  // why a platform has no device, where that is known; or ""
};

// Empty where there are none and where the driver fails. Never throw.
std::vector<cl_platform_id> platform_ids();
std::vector<cl_device_id> device_ids(cl_platform_id platform);

// Asks every platform, makes no context. Never throws for a broken driver.
FoundDevices find_devices();

}  // namespace sluice
