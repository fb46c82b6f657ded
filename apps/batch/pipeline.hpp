// The pipeline of a batch: from --pipeline, --normalize, --set and the options of load and save.
#pragma once

#include "apps/batch/given_statistics.hpp"
#include "apps/command.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"

#include <string>

namespace sluice::apps {

// Adds --pipeline, --normalize and the options of load and save; --set has a function of its own.
void add_pipeline_options(po::options_description& options);

// Without --pipeline and --normalize: percentile 0.5 and 99.5 of all channels together; with --stats-from
// alone minmax. Throws Error(usage) with every fault. `given`: what --stats-from says, or null.
// With `load` and `save`. `stages`: those of the program, which read files as they like.
Graph batch_pipeline(const Arguments& arguments, const Registry& stages, const GivenStatistics* given);

// The graph of "minmax", "percentile" or "percentile:2,98"; what a mode is and takes, check() knows.
// clahe has a clip limit that suits photographs. Throws Error(usage).
Graph normalize_graph(const Arguments& arguments, const std::string& mode);

// Says what is done to pictures where the user did not: "normalizes with mode=percentile low=0.5 ...".
void tell_what_is_done(const Arguments& arguments, const CheckedGraph& graph);

}  // namespace sluice::apps
