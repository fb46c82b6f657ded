// Tables that the last group of a pass computes, when it has finished the Reduces: a launch costs more than
// they do.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/schedule/fuse.hpp"

#include <vector>

namespace sluice {

// Steps of small Tables go into the pass behind which all that they are made from is there. REQUIRES: the
// frame goes through in one piece, so that a pass is there once.
void join_tables(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                 const PlanOptions& options);

}  // namespace sluice
