#include "pipeline/isolated/filter.hpp"

#ifdef SLUICE_SECCOMP
#include <cerrno>
#include <cstring>
#include <memory>

#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace sluice::isolated {

#ifdef SLUICE_SECCOMP
namespace {

// Decoders take memory, use what is open, and start threads. The rest is what the C library does for them:
// locks, clocks, random bits for its allocator, and abort().
constexpr int allowed[] = {
    SCMP_SYS(read),
    SCMP_SYS(readv),
    SCMP_SYS(pread64),
    SCMP_SYS(write),
    SCMP_SYS(writev),
    SCMP_SYS(sendmsg),
    SCMP_SYS(recvmsg),
    SCMP_SYS(lseek),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(dup3),
    SCMP_SYS(fcntl),
    SCMP_SYS(poll),
    SCMP_SYS(ppoll),
    SCMP_SYS(brk),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(sched_yield),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(getrandom),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(sched_getaffinity),
#ifdef __SANITIZE_ADDRESS__  // asks a pipe whether memory can be read
    SCMP_SYS(pipe),
    SCMP_SYS(pipe2),
#endif
};
// Memory that is not to be executed.
constexpr int mapping[] = {SCMP_SYS(mmap), SCMP_SYS(mprotect)};

}  // namespace

std::string refuse_system_calls() {
    const std::unique_ptr<void, void (*)(scmp_filter_ctx)> filter(seccomp_init(SCMP_ACT_ERRNO(EPERM)),
                                                                  seccomp_release);
    int fault = filter ? 0 : -ENOMEM;
    const auto add = [&](int call, unsigned count, const scmp_arg_cmp* arguments) {
        if (fault == 0) fault = seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, call, count, arguments);
    };
    for (const int call : allowed) add(call, 0, nullptr);
    const scmp_arg_cmp not_executed = SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0);
    for (const int call : mapping) add(call, 1, &not_executed);
    // abort() ends the process by a signal to itself.
    const scmp_arg_cmp itself = SCMP_A0(SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()));
    add(SCMP_SYS(tgkill), 1, &itself);
    // Threads, but no processes. The flags of clone3 lie in memory, where no filter sees them: the C library
    // falls back to clone where there is none.
    const scmp_arg_cmp thread = SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD);
    add(SCMP_SYS(clone), 1, &thread);
    if (fault == 0) fault = seccomp_rule_add(filter.get(), SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    if (fault == 0) fault = seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_TSYNC, 1);
    if (fault == 0) fault = seccomp_load(filter.get());
    return fault == 0
               ? ""
               : std::string("the system does not accept a system call filter: ") + std::strerror(-fault);
}
#else
std::string refuse_system_calls() { return "this sluice was built without libseccomp"; }
#endif

}  // namespace sluice::isolated
