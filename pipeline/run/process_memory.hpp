// The memory of this process, and what a limit leaves for images.
#pragma once

#include "pipeline/run/host_memory.hpp"

#include <cstddef>

namespace sluice {

// `limit`: the most bytes for the process; 0 = three quarters of the memory of the machine or its control
// group. `devices` devices are open already, so that the memory of the program itself can be measured. Throws
// Error(usage, "limit_memory") if the limit leaves no memory for images.
MemoryLimit memory_limit_of_process(std::size_t limit, std::size_t devices);

// The peak memory of the process so far, in bytes.
std::size_t peak_memory_of_process();

}  // namespace sluice
