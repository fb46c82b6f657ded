#include "pipeline/run/cores.hpp"

#include "pipeline/run/control_groups.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include <sched.h>
#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

// A mask has room for any number of cores.
std::size_t cores_of_mask() {
    for (std::size_t room = 1024; room <= std::size_t{1} << 20; room *= 2) {
        std::vector<unsigned char> bytes(CPU_ALLOC_SIZE(room));
        auto* mask = reinterpret_cast<cpu_set_t*>(bytes.data());
        if (::sched_getaffinity(0, bytes.size(), mask) == 0)
            return static_cast<std::size_t>(CPU_COUNT_S(bytes.size(), mask));
    }
    return cores_of_machine();
}

// Microseconds of a core in each period; "max" and -1 are no limit.
std::optional<double> quota_of(const ControlGroup& group) {
    double quota = 0, period = 0;
    if (group.unified) {
        std::ifstream file(group.folder / "cpu.max");
        if (!(file >> quota >> period)) return std::nullopt;
    } else {
        std::ifstream of_quota(group.folder / "cpu.cfs_quota_us"),
            of_period(group.folder / "cpu.cfs_period_us");
        if (!(of_quota >> quota) || !(of_period >> period)) return std::nullopt;
    }
    return quota > 0 && period > 0 ? std::optional(quota / period) : std::nullopt;
}

}  // namespace

std::size_t cores_of_machine() {
    const long cores = ::sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 ? static_cast<std::size_t>(cores) : 1;
}

std::size_t usable_cores(const fs::path& proc, const fs::path& groups) {
    std::size_t cores = cores_of_mask();
    for (const ControlGroup& group : own_groups("cpu", proc, groups))
        if (const auto quota = quota_of(group); quota && *quota < static_cast<double>(cores))
            cores = static_cast<std::size_t>(std::ceil(*quota));
    return std::max<std::size_t>(cores, 1);
}

}  // namespace sluice
