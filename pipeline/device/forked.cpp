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
        throw Error(
            Error::Kind::usage, "process",
            "was forked from one that had used sluice, whose device it cannot use: begin it as a program "
            "of its own (fork and exec; in Python multiprocessing.get_context('spawn')), or use sluice "
            "first after the fork");
}

}  // namespace sluice
