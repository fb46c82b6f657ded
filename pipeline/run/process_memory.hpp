// The memory of this process, and what a limit of it leaves for pictures.
#pragma once

#include "pipeline/run/host_memory.hpp"

#include <cstddef>

namespace sluice {

// `limit`: bytes that the process may take. So many devices are open: what it takes by itself is measured. 0:
// three quarters of the memory of the machine, or of its control group. Throws Error(usage, "limit_memory")
// for a limit in which nothing has room.
MemoryLimit memory_limit_of_process(std::size_t limit, std::size_t devices);

// The most that it has taken until now, in bytes.
std::size_t peak_memory_of_process();

}  // namespace sluice
