#include "apps/python/process.hpp"

#include "pipeline/core/error.hpp"

#include <unistd.h>

namespace sluice::python {

bool is_forked() {
    static const pid_t first = getpid();
    return getpid() != first;
}

void refuse_forked() {
    if (is_forked())
        throw Error(Error::Kind::usage, "process",
                    "was forked from one that had used sluice, whose device it cannot use: begin it with "
                    "multiprocessing.get_context('spawn'), or use sluice first after the fork");
}

}  // namespace sluice::python
