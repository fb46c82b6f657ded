#include "apps/child/fork.hpp"

#include "apps/command.hpp"
#include "pipeline/core/error.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

namespace sluice::apps {

pid_t fork_child(Interrupts interrupts) {
    std::fflush(nullptr);  // or the child would write it once more
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0)
        throw Error(Error::Kind::usage, "process",
                    std::string("no child can be started: ") + std::strerror(errno));
    if (child > 0) return child;
    follow_parent(interrupts);
    if (::getppid() != parent) ::_exit(Exit::interrupted);  // it ended before it was followed
    return 0;
}

int wait_for_child(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

}  // namespace sluice::apps
