#include "pipeline/run/machine_memory.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::optional<std::size_t> number_at(const std::string& text) {
    std::size_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    return fault == std::errc() && end != text.data() ? std::optional(number) : std::nullopt;
}

// "MemTotal:       24683988 kB".
std::optional<std::size_t> whole_machine(const fs::path& proc) {
    std::ifstream file(proc / "meminfo");
    for (std::string word; file >> word;) {
        if (word != "MemTotal:") continue;
        file >> word;
        const auto kibibytes = number_at(word);
        return kibibytes ? std::optional(*kibibytes * 1024) : std::nullopt;
    }
    return std::nullopt;
}

// The least of a group and those around it. In a container the folder of the group may not be there; then
// those around it are what the container sees. "max" is no limit.
std::size_t least_of(const fs::path& root, const std::string& group, const std::string& name) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (fs::path at = fs::path(group).relative_path();; at = at.parent_path()) {
        std::ifstream file(root / at / name);
        std::string text;
        if (file >> text)
            if (const auto bytes = number_at(text)) least = std::min(least, *bytes);
        if (at.empty()) return least;
    }
}

// The lines of /proc/self/cgroup are "0::/path" of version 2, and "4:cpu,memory:/path" of version 1.
std::size_t least_of_groups(const fs::path& proc, const fs::path& groups) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    std::ifstream file(proc / "self/cgroup");
    for (std::string line; std::getline(file, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos) continue;
        const std::string of = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string group = line.substr(second + 1);
        if (of == ",,") least = std::min(least, least_of(groups, group, "memory.max"));
        if (of.find(",memory,") != std::string::npos)
            least = std::min(least, least_of(groups / "memory", group, "memory.limit_in_bytes"));
    }
    return least;
}

}  // namespace

std::size_t machine_memory(const fs::path& proc, const fs::path& groups) {
    const auto machine = whole_machine(proc);
    const std::size_t group = least_of_groups(proc, groups);
    if (machine) return std::min(*machine, group);
    return group == std::numeric_limits<std::size_t>::max() ? 0 : group;
}

}  // namespace sluice
