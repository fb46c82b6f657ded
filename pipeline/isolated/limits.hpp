// What a decoding worker may take: memory, time, open files.
#pragma once

#include <cstddef>

#include <sys/types.h>

namespace sluice::isolated {

// Of this process, for good: no dump of its memory when it ends, few open files, and no right that it has not
// got.
void limit_this_process();

// Of another process of the same user, until the next call: `bytes` of memory beside what it has now, 0 =
// any, and so many seconds of processor time from now on, 0 = any; then the system ends it. What it has now
// is found at once.
void limit_process(pid_t process, std::size_t bytes, double seconds);

// Processor time that a process has taken, seconds.
double processor_time(pid_t process);

}  // namespace sluice::isolated
