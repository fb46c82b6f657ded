// How much memory the program could use.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sluice {

// The memory of the machine, or the lowest limit of the control groups of this process (version 1 or 2,
// including parent groups), in bytes; 0 if unknown. `proc` and `groups` are the folders in which the system
// shows them.
std::size_t machine_memory(const std::filesystem::path& proc = "/proc",
                           const std::filesystem::path& groups = "/sys/fs/cgroup");

}  // namespace sluice
