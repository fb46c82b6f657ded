// Memory of the host for images.
#pragma once

#include "pipeline/core/api.hpp"

#include <memory_resource>

namespace sluice {

// Ordinary memory. Blocks of 2 MiB and more start at a multiple of that, and the system is asked for large
// pages: a walk down the columns of an image touches a page for each row. Any thread. The resource lives as
// long as the process.
SLUICE_API std::pmr::memory_resource* image_memory();

}  // namespace sluice
