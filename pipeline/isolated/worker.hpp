// A decoding worker: answers what is asked of it, until whoever asks is gone.
#pragma once

#include "pipeline/graph/registry.hpp"

namespace sluice::isolated {

// To be called before anything else by a process that has the socket as worker_socket. Gives up what decoding
// needs not: files, signals, the system. Returns its exit code.
int serve(const Registry& stages);

}  // namespace sluice::isolated
