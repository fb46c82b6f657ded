// A copy of this process that does some of its work: whatever ends it, this process goes on.
#pragma once

#include "apps/interrupt.hpp"

#include <string>

#include <sys/types.h>

namespace sluice::apps {

// fork(), for a process that has opened no device, on a thread that lives as long as the process does.
// Returns 0 in the child, which ends with its parent. Throws Error(usage) if there can be no further process.
pid_t fork_child(Interrupts interrupts);

// Waits for the end of a child. Returns what waitpid() says.
int wait_for_child(pid_t child);

}  // namespace sluice::apps
