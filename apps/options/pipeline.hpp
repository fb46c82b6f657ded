// PIPELINE on the command line, and what is done to it before planning.
#pragma once

#include "apps/command.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/sluice/plan.hpp"

#include <optional>
#include <string>

namespace sluice::apps {

// Adds --set.
void add_set_option(po::options_description& options);
// Makes the changes of --set. Throws Error(usage).
void apply_set(const Arguments& arguments, Graph& graph);

// If an option was given: gives a parameter of all `stage` nodes its value, or `flag` where it takes none.
// Throws Error(usage) when there is no such node.
void apply_option(const Arguments& arguments, const std::string& option, Graph& graph,
                  const std::string& stage, const std::string& param, std::optional<Value> flag = {});

// The same of all parameters of `load` or `save` that options set (add_stage_options).
void apply_stage_options(const Arguments& arguments, Graph& graph, const std::string& stage);

// Whether it is named as a pipeline's file is.
bool is_pipeline_file(const std::string& argument);

// A file or a chain. Throws Error(usage), for what is neither too: a folder, a picture, a file of another
// name.
Graph pipeline_of(const std::string& argument);

// The first word: a file or a chain; with the changes of the options of load and save and of --set.
Graph read_pipeline(const Arguments& arguments);

// Checks against the stages of sluice. Faults are thrown together, warnings go to the messages.
CheckedGraph check_pipeline(const Graph& graph, const CheckOptions& options, const Messages& messages,
                            const Registry& stages = builtin_stages());

// The file or chain that the user wrote: PIPELINE or --pipeline; "" where there is none.
std::string pipeline_text(const Arguments& arguments);

// What is said of an error: of a fault in `pipeline` with the chain and a caret, and where to read about the
// language.
std::string explained(const Error& error, const std::string& pipeline);

}  // namespace sluice::apps
