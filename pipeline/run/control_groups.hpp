// The control groups of Linux that limit this process, as a container or a job scheduler sets them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sluice {

struct ControlGroup {
    std::filesystem::path folder;  // need not exist
    bool unified = false;          // version 2
};

// The groups of `controller` ("memory", "cpu") that hold this process, each before the ones around it. In a
// container, the folder of the group itself may be missing; the ones around it are then what the container
// sees.
std::vector<ControlGroup> own_groups(const std::string& controller, const std::filesystem::path& proc,
                                     const std::filesystem::path& groups);

}  // namespace sluice
