// What is planned for GPUs alone, on machines that have none.
#pragma once

#include "pipeline/device/inspect.hpp"

#include <algorithm>
#include <cstddef>

namespace sluice::test {

// The same device, for which plans are made as for a GPU, with groups of so many items at most: where they
// are few, small images have tiles that are all image.
inline Device as_gpu(const Device& device, std::size_t most_items = 1024) {
    DeviceFacts facts = device.facts();
    facts.type = DeviceFacts::Type::gpu;
    facts.max_work_group = std::min(facts.max_work_group, most_items);
    return with_facts(device, facts);
}

}  // namespace sluice::test
