// PIPELINE on the command line, and what is done to it before planning.
#pragma once

#include "apps/command.hpp"
#include "pipeline/graph/graph.hpp"

namespace sluice::apps {

// Adds --set.
void add_set_option(po::options_description& options);
// Makes the changes of --set. Throws Error(usage).
void apply_set(const Arguments& arguments, Graph& graph);

// The first word: a file or a chain; with the changes of --set, where the command has it.
Graph read_pipeline(const Arguments& arguments);

// Checks against the stages of sluice. Faults are thrown together, warnings go to the messages.
CheckedGraph check_pipeline(const Graph& graph, const CheckOptions& options, const Messages& messages);

}  // namespace sluice::apps
