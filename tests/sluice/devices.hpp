// The device that tests of Sessions run on.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/device/inspect.hpp"

#include <vector>

namespace sluice::test {

inline const Device& device() {
    static const Device device = Device::pick();
    return device;
}

// It, and the same as if it had memory of its own: pinned staging and three queues.
inline const std::vector<Device>& devices() {
    static const std::vector<Device> both = [] {
        DeviceFacts facts = device().facts();
        facts.unified_memory = false;
        return std::vector<Device>{device(), with_facts(device(), facts)};
    }();
    return both;
}

}  // namespace sluice::test
