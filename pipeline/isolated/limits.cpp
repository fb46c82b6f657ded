#include "pipeline/isolated/limits.hpp"

#include <cmath>
#include <fstream>
#include <string>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

namespace sluice::isolated {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool limits_addresses = false;  // of which sanitizers take terabytes, at any time
#else
constexpr bool limits_addresses = true;
#endif

std::size_t addresses_of(pid_t process) {
    std::ifstream file("/proc/" + std::to_string(process) + "/statm");
    std::size_t pages = 0;
    file >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// Soft limits only: they are changed from file to file. The filter keeps the worker from doing so itself.
void set(pid_t process, __rlimit_resource resource, rlim_t most) {
    rlimit limit{};
    if (::prlimit(process, resource, nullptr, &limit) != 0) return;
    limit.rlim_cur = std::min(most, limit.rlim_max);
    ::prlimit(process, resource, &limit, nullptr);
}

}  // namespace

void limit_this_process() {
    constexpr rlim_t most_files = 16;
    const rlimit no_core{0, 0}, few_files{most_files, most_files};
    ::setrlimit(RLIMIT_CORE, &no_core);
    ::setrlimit(RLIMIT_NOFILE, &few_files);
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void limit_process(pid_t process, std::size_t bytes, double seconds) {
    if (limits_addresses) set(process, RLIMIT_AS, bytes > 0 ? addresses_of(process) + bytes : RLIM_INFINITY);
    set(process, RLIMIT_CPU,
        seconds > 0 ? static_cast<rlim_t>(std::ceil(processor_time(process) + seconds)) : RLIM_INFINITY);
}

double processor_time(pid_t process) {
    clockid_t clock{};
    timespec time{};
    if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace sluice::isolated
