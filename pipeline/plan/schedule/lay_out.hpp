// From primitives to a plan without kernels: what runs in which order, over which rows, from and to which
// memory.
#pragma once

#include "pipeline/plan/plan_observer.hpp"
#include "pipeline/plan/schedule/assembly.hpp"

#include <string>
#include <vector>

namespace sluice {

// In one piece, or in as few strips as make it fit. Throws Error(usage) for what the device cannot hold.
// `options` must outlive the result.
Assembly lay_out(const Primitives& graph, const DeviceFacts& device, const PlanOptions& options,
                 const PlanObserver& observer = {});

}  // namespace sluice
