#include "pipeline/run/control_groups.hpp"

#include <fstream>

namespace sluice {
namespace {

namespace fs = std::filesystem;

void add_group(std::vector<ControlGroup>& all, const fs::path& root, const std::string& group, bool unified) {
    for (fs::path at = fs::path(group).relative_path();; at = at.parent_path()) {
        all.push_back({root / at, unified});
        if (at.empty()) return;
    }
}

}  // namespace

// The lines of /proc/self/cgroup are "0::/path" of version 2, and "4:cpu,memory:/path" of version 1.
std::vector<ControlGroup> own_groups(const std::string& controller, const fs::path& proc,
                                     const fs::path& groups) {
    std::vector<ControlGroup> all;
    std::ifstream file(proc / "self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string of = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string group = line.substr(second + 1);
        if (of == ",,") add_group(all, groups, group, true);
        if (of.find("," + controller + ",") != std::string::npos)
            add_group(all, groups / controller, group, false);
    }
    return all;
}

}  // namespace sluice
