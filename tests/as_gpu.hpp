// What is planned for GPUs alone, on machines that have none.
#pragma once

#include "pipeline/device/inspect.hpp"

namespace sluice::test {

// The same device, for which plans are made as for a GPU.
inline Device as_gpu(const Device& device) {
    DeviceFacts facts = device.facts();
    facts.type = DeviceFacts::Type::gpu;
    return with_facts(device, facts);
}

}  // namespace sluice::test
