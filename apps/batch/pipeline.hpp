// The pipeline of a batch: what was asked for, with all that options change.
#pragma once

#include "apps/batch/given_statistics.hpp"
#include "apps/batch/request.hpp"
#include "pipeline/graph/graph.hpp"

#include <string>

namespace sluice::apps {

// Without a pipeline and --normalize: percentile 0.5 and 99.5 of all channels together; with --stats-from
// alone minmax. Throws Error(usage) with every fault. `given`: what --stats-from says, or null.
// With `load` and `save`.
Graph batch_pipeline(const BatchRequest& request, const GivenStatistics* given);

// Says what is done to pictures where the user did not: "normalizes with mode=percentile low=0.5 ...".
void tell_what_is_done(const BatchRequest& request, const Graph& pipeline);

}  // namespace sluice::apps
