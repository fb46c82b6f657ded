// What is planned for GPUs alone, on machines that have none.
#pragma once

#include "pipeline/device/inspect.hpp"

#include <algorithm>
#include <cstddef>

namespace sluice::test {

// The same device, for which plans are made as for a GPU, with groups of so many items at most. Where they
// are few, it is a small one: tiles that are all image, and those that only a large image has, are found in
// small images. Most are tested as NVIDIA's, which weigh pixels as the bits that they are.
inline Device as_gpu(const Device& device, std::size_t most_items = 1024, bool fast_subnormals = true) {
    DeviceFacts facts = device.facts();
    facts.type = DeviceFacts::Type::gpu;
    facts.max_work_group = std::min(facts.max_work_group, most_items);
    facts.fast_subnormals = fast_subnormals;
    if (most_items < 64) facts.compute_units = 1;
    return with_facts(device, facts);
}

}  // namespace sluice::test
