// The device that there is, and the same as if it had memory of its own: pinned staging and three queues.
#pragma once

#include "pipeline/device/device.hpp"
#include "pipeline/device/inspect.hpp"

#include <vector>

namespace sluice::test {

inline const std::vector<Device>& devices() {
    static const std::vector<Device> both = [] {
        const Device there = Device::pick();
        DeviceFacts facts = there.facts();
        facts.unified_memory = false;
        return std::vector<Device>{there, with_facts(there, facts)};
    }();
    return both;
}

}  // namespace sluice::test
