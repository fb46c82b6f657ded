// Tables of levels that each group of a pass computes for itself: a launch costs more than 256 cheap levels
// do.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <vector>

namespace sluice {

// Steps of Tables that passes only look words up in go into these passes, unless each group would have much
// to compute. On CPUs a kernel of its own is compiled faster than the same Points in each pass.
void own_levels(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                const PlanOptions& options);

}  // namespace sluice
