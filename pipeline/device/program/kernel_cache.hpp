// Kernels that PoCL has compiled and keeps on disk.
#pragma once

#include "pipeline/core/device_facts.hpp"

#include <filesystem>

namespace sluice {

// The folder: POCL_CACHE_DIR, else pocl/kcache below XDG_CACHE_HOME, ~/.cache, or without these /tmp. Any
// thread; the folder need not exist.
std::filesystem::path kernel_cache();

// The folder of kept_binaries.hpp in it.
inline constexpr const char* binary_folder_name = "sluice";

// Whether files can be made in the folder. Makes it, as PoCL does: whether that is possible, nothing else
// tells.
bool can_be_written(const std::filesystem::path& folder);

// Whether the device is PoCL's and its cache has no kernel, so that all that a run needs will be compiled.
bool compiles_everything(const DeviceFacts& device);

// Whether the device is PoCL's and the disk of its cache has no room for a kernel.
bool lacks_room_for_kernels(const DeviceFacts& device);

}  // namespace sluice
