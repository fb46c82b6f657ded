// How much memory the program could have.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sluice {

// Bytes that the machine has, or that the least of the control groups allows which the process is in (version
// 1 or 2, those around it too); 0 where that is not known. `proc` and `groups` are where the system shows
// them.
std::size_t machine_memory(const std::filesystem::path& proc = "/proc",
                           const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace sluice
