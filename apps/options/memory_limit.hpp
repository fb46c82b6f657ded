// --limit-memory: the memory of the whole process.
#pragma once

#include "apps/command.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>

namespace sluice::apps {

// What the option leaves for pictures; everything where it was not given. So many devices are open: what the
// program takes by itself is measured. From then on memory that pictures have left goes back to the system.
// Throws wrong_arguments for a limit in which nothing has room.
MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices);

// Says how much the process took at most, and when that was more than the option allows.
void tell_peak_memory(const Arguments& arguments);

}  // namespace sluice::apps
