// Environment variables that would end the program.
#pragma once

namespace sluice::apps {

// Unsets POCL_CACHE_DIR where it is empty: PoCL aborts programs for that. Before there is any other thread.
void mend_environment();
// Whether it was.
bool had_empty_pocl_cache_dir();

}  // namespace sluice::apps
