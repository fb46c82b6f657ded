// Environment variables that would end the program, or that make it start faster.
#pragma once

namespace sluice::apps {

// Unsets POCL_CACHE_DIR where it is empty: PoCL aborts programs for that. Sets POCL_WORK_GROUP_SPECIALIZATION
// to 0 where it is not set: our kernels state the size of their groups, so PoCL need not compile them for
// each launch's, and its binaries can be kept (pipeline/device/program/kept_binaries.hpp). Before there is
// any other thread. Where the process may use fewer cores than the machine has, PoCL gets no more threads
// than that, unless the user has set their number.
void mend_environment();
// Whether it was.
bool had_empty_pocl_cache_dir();

}  // namespace sluice::apps
