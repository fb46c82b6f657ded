// --limit-memory: the memory of the whole process, and how much it is where nobody says.
#pragma once

#include "apps/command.hpp"
#include "pipeline/run/host_memory.hpp"

#include <cstddef>

namespace sluice::apps {

// What a limit of so many bytes leaves for images. So many devices are open: what the program takes by itself
// is measured. From then on memory that images have left goes back to the system. 0: what three quarters of
// the memory of the machine, or of its control group, leave; memory that was used once stays with the
// program, which is faster. Throws wrong_arguments for a limit in which nothing has room.
MemoryLimit memory_limit(const Caller& caller, std::size_t limit, std::size_t devices);
MemoryLimit memory_limit(const Arguments& arguments, std::size_t devices);  // the option says it

// Says how much the process took at most, and when that was more than the limit allows. Nothing without one.
void tell_peak_memory(const Caller& caller, std::size_t limit);
void tell_peak_memory(const Arguments& arguments);

}  // namespace sluice::apps
