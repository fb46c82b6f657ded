#include "pipeline/run/machine_memory.hpp"

#include "pipeline/run/control_groups.hpp"

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

// "max" is no limit.
std::size_t least_of_groups(const fs::path& proc, const fs::path& groups) {
    std::size_t least = std::numeric_limits<std::size_t>::max();
    for (const ControlGroup& group : own_groups("memory", proc, groups)) {
        std::ifstream file(group.folder / (group.unified ? "memory.max" : "memory.limit_in_bytes"));
        std::string text;
        if (file >> text)
            if (const auto bytes = number_at(text)) least = std::min(least, *bytes);
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
