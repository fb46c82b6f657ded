// From a checked graph to a plan.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/plan_observer.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"

namespace sluice {

// Decides everything. Throws Error(usage) for what cannot be done on this device, with the reason.
// Pure: the same arguments give the same plan. `observer` sees what there is after each step, and changes
// nothing.
ExecutionPlan make_plan(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                        const DeviceFacts& device, const PlanOptions& options = {},
                        const PlanObserver& observer = {});

}  // namespace sluice
