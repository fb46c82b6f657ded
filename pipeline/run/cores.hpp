// The processor cores that this process may use.
#pragma once

#include <cstddef>
#include <filesystem>

namespace sluice {

// At least 1: the cores of its affinity mask (taskset, Slurm), and no more than the quotas of its control
// groups (containers) pay for, rounded up. std::thread::hardware_concurrency() knows no quotas. Any thread.
std::size_t usable_cores(const std::filesystem::path& proc = "/proc",
                         const std::filesystem::path& groups = "/sys/fs/cgroup");

// Of the machine, whatever the process may use.
std::size_t cores_of_machine();

}  // namespace sluice
