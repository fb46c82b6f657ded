#include "pipeline/device/forked.hpp"

#include "pipeline/core/error.hpp"

#include <unistd.h>

namespace sluice {

bool is_forked() {
    static const pid_t first = getpid();
    return getpid() != first;
}

void refuse_forked() {
    if (is_forked())
        throw Error(Error::Kind::usage, "process",
                    "was forked from a process that had used sluice, and cannot use its device; start it as "
                    "a new program (fork and exec; in Python, multiprocessing.get_context('spawn')), or do "
                    "not use sluice before the fork");
}

}  // namespace sluice
