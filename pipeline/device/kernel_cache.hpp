// Kernels that PoCL has compiled and keeps on disk.
#pragma once

#include "pipeline/core/device_facts.hpp"

#include <filesystem>

namespace sluice {

// The folder: POCL_CACHE_DIR, else pocl/kcache below XDG_CACHE_HOME or ~/.cache. Empty where none is set. Any
// thread; the folder need not exist.
std::filesystem::path kernel_cache();

// Whether the device is PoCL's and its cache has no kernel, so that all that a run needs will be compiled.
bool compiles_everything(const DeviceFacts& device);

}  // namespace sluice
