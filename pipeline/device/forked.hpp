// A process that was forked from one that uses OpenCL has that one's memory, but not the threads of its
// driver: what waits for them waits for ever.
#pragma once

namespace sluice {

// Whether this process was forked from one that had called refuse_forked() before. Any thread.
bool is_forked();
// To be called before OpenCL is used. Throws Error(usage) in such a process.
void refuse_forked();

}  // namespace sluice
