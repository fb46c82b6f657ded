// Kernel files for sluice stages: those of a folder, and new ones.
#pragma once

#include "apps/command.hpp"
#include "pipeline/graph/registry.hpp"

#include <string>
#include <vector>

namespace sluice::apps {

// The stages of the kernel files (.cl) in a folder, sorted by name, or of one file. They are called as in a
// pipeline beside them: "kernel spotlight.cl". Throws Error(usage) with the faults of all files.
std::vector<StageDef> stages_from(const std::string& folder_or_file);

// The kinds of new_kernel().
const std::vector<std::string>& new_kernel_kinds();
// The commented text of a kernel that runs.
std::string new_kernel(const std::string& name, const std::string& kind);

// sluice stages new NAME: writes NAME.cl.
int write_new_kernel(const Arguments& arguments);

}  // namespace sluice::apps
