// --limit-memory: the memory of the whole process, and how much it is where nobody says.
#pragma once

#include "apps/command.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>

namespace sluice::apps {

// What the option leaves for pictures. So many devices are open: what the program takes by itself is
// measured. From then on memory that pictures have left goes back to the system. Where the option was not
// given: what three quarters of the memory of the machine, or of its control group, leave; memory that was
// used once stays with the program, which is faster. Throws wrong_arguments for a limit in which nothing has
// room.
MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices);

// Says how much the process took at most, and when that was more than the option allows.
void tell_peak_memory(const Arguments& arguments);

}  // namespace sluice::apps
