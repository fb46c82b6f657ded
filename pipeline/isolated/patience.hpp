// How long a decoding worker is waited for.
#pragma once

#include "pipeline/core/wording.hpp"

#include <sys/types.h>

namespace sluice::isolated {

// Thrown when that was too long; says why.
struct Late {
    Wording why;
};

// The worker has its limit of processor time, as decoders in threads have, and ten times what it took of
// that, and the limit once more, of time on the clock: one that hangs is found, and a busy machine or a slow
// disk fails no file. Time in which this program was stopped itself does not count. One thread at a time.
class Patience {
public:
    // Of so many seconds, from now on; 0 = any. `may_wait`: it reads a pipe, for which it waits as long as
    // nobody interrupts the run.
    Patience(pid_t worker, double seconds, bool may_wait);

    // Until the socket can be read. Throws Late.
    void wait(int socket);

private:
    void check() const;

    pid_t worker_;
    double seconds_;
    bool may_wait_;
    double begun_;       // of the worker's processor time
    double waited_ = 0;  // seconds
    bool told_ = false;  // that waits are given up: it gives up its own then
};

}  // namespace sluice::isolated
