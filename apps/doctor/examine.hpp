// The examination itself: asks the system and the drivers, tries the devices.
#pragma once

#include "apps/doctor/examination.hpp"

#include <chrono>

namespace sluice::apps {

// Tries the devices for `limit` at most in all; what is not run by then stays "not run". Touches OpenCL in
// processes of their own, so that drivers may crash and hang. `empty_cache_dir`: POCL_CACHE_DIR was set but
// empty when the program began.
Examination examine(std::chrono::milliseconds limit, bool empty_cache_dir);

}  // namespace sluice::apps
