// Makes a plan from a checked graph.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/plan.hpp"
#include "pipeline/plan/plan_observer.hpp"
#include "pipeline/plan/rewrite/open_sources.hpp"

namespace sluice {

// Makes all decisions about a run. Throws Error(usage) with the reason if this device cannot run the graph.
// Pure: the same arguments give the same plan. `observer` sees the state after each step, and cannot change
// it.
ExecutionPlan make_plan(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                        const DeviceFacts& device, const PlanOptions& options = {},
                        const PlanObserver& observer = {});

}  // namespace sluice
