#include "apps/environment.hpp"

#include <cstdlib>

namespace sluice::apps {
namespace {

bool was_empty = false;

}  // namespace

void mend_environment() {
    const char* folder = std::getenv("POCL_CACHE_DIR");
    was_empty = folder != nullptr && *folder == '\0';
    if (was_empty) ::unsetenv("POCL_CACHE_DIR");
    ::setenv("POCL_WORK_GROUP_SPECIALIZATION", "0", 0);
}

bool had_empty_pocl_cache_dir() { return was_empty; }

}  // namespace sluice::apps
