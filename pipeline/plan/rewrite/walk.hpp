// Expand and infer: from a checked graph and the formats of its sources to primitives. Pure.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/plan/options.hpp"
#include "pipeline/plan/primitives/primitives.hpp"

namespace sluice {

// What expansion asks of the device.
struct ExpandFor {
    bool fp64 = true;         // whether Tables may hold doubles
    bool goes_along = false;  // whether an item goes along many pixels by itself
};
ExpandFor expand_for(const DeviceFacts& device, const PlanOptions& options);

// Compositions see their input formats and expand, as they are where nothing is read smaller; a Sink that
// wants another format gets a `convert` before it. Throws Error(usage) with the stage and its place when a
// stage refuses its inputs, Error(input) when an image that is read smaller has another size than its header
// said.
Primitives walk(const CheckedGraph& graph, const Registry& registry, const SourceFormats& sources,
                const ExpandFor& expand_for);

}  // namespace sluice
