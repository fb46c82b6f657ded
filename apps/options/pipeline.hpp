// PIPELINE on the command line, and what is done to it before planning.
#pragma once

#include "apps/command.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/sluice/plan.hpp"

#include <optional>
#include <string>
#include <vector>

namespace sluice::apps {

// Adds --set and --var.
void add_change_options(po::options_description& options);

// A parameter that is to have another value: "normalize.low". Without a value: it was left out.
struct Change {
    std::string name;
    std::optional<Value> value;
};
using Changes = std::vector<Change>;
Changes given_changes(const Arguments& arguments);   // those of --set
Values given_variables(const Arguments& arguments);  // those of --var, as written
// Throws Error(usage).
void apply_changes(const Caller& caller, const Changes& changes, Graph& graph);

// Gives parameters of all `stage` nodes these values, which options have set. Throws Error(usage) when there
// is no such node.
void apply_values(const Caller& caller, const Values& values, const std::string& stage, Graph& graph);

// Whether it is named as a pipeline's file is.
bool is_pipeline_file(const std::string& argument);

// A file or a chain. Throws Error(usage), for what is neither too: a folder, a picture, a file of another
// name.
Graph pipeline_of(const std::string& argument, const Values& vars = {});

// The first word: a file or a chain; with the changes of the options of load and save and of --set. Further
// words are files for its Sources and Sinks.
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
