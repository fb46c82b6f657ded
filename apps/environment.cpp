#include "apps/environment.hpp"

#include "pipeline/run/cores.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

namespace sluice::apps {
namespace {

bool was_empty = false;

// PoCL starts a thread for each core of the machine. Its versions know the limit by different names.
void cap_pocl() {
    constexpr std::array names{"POCL_CPU_MAX_CU_COUNT", "POCL_MAX_PTHREAD_COUNT"};
    const std::size_t cores = usable_cores();
    const bool is_set = std::any_of(names.begin(), names.end(),
                                    [](const char* name) { return std::getenv(name) != nullptr; });
    if (is_set || cores >= cores_of_machine()) return;
    for (const char* name : names) ::setenv(name, std::to_string(cores).c_str(), 0);
}

}  // namespace

void mend_environment() {
    const char* folder = std::getenv("POCL_CACHE_DIR");
    was_empty = folder != nullptr && *folder == '\0';
    if (was_empty) ::unsetenv("POCL_CACHE_DIR");
    ::setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
    cap_pocl();
}

bool had_empty_pocl_cache_dir() { return was_empty; }

}  // namespace sluice::apps
