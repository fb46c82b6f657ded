// Which device is taken, as a pure function of those that there are.
#pragma once

#include "pipeline/device/device.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// What the user asked for: an index, a part of a name, "cpu", "gpu", or "" for the rule.
struct DeviceWish {
    std::string spec;
    std::string from;  // where it was said, for messages: "SLUICE_DEVICE", or ""
};

// `spec`, or the environment variable SLUICE_DEVICE where that is "".
DeviceWish device_wish(const std::string& spec);

struct DeviceChoice {
    std::size_t index;   // in `devices`
    std::string reason;  // "a GPU before a CPU"
};

// The rule: of the devices that the wish names and that lack nothing, a GPU before an accelerator before a
// CPU, then more compute units before fewer, then the first. Throws Error(no_device) that names the devices
// that there are; `hint` is added where there is none at all.
DeviceChoice choose_device(const std::vector<DeviceEntry>& devices, const DeviceWish& wish,
                           const std::string& hint = "");

}  // namespace sluice
