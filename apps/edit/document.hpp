// The pipeline as the page holds it: JSON. Each node has its stage, its id if it has one, its parameters as
// they are written in a chain, and what its inputs read:
//   {"nodes": [{"stage": "gamma", "id": "print", "params": {"exponent": "0.8"}, "from": [["", "load"]]}],
//    "batch": {"overwrite": "newer"}}
// A stage that the pipeline brings along also says where its text is: "kernel": {"file": "spotlight.cl"}.
#pragma once

#include "apps/json.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"

#include <filesystem>
#include <string>

namespace sluice::apps {

// The Graph of a document. The Place of a node has its number (from 1) as the line, the Place of a parameter
// also its number in the node as the column: faults_json() makes cards and controls of them. Throws
// Error(usage) if it is no document. Reads no kernels: see bring_kernels().
Graph graph_of(const Json& document);
// Reads the kernels of such a graph. `from`: the pipeline's file, beside which they lie, or "". Faults have
// the places of the nodes, of whose stages nothing more is known.
void bring_kernels(Graph& graph, const std::filesystem::path& from, Diagnostics& faults);
// The Graph of a chain, whose kernels are named as the file `from` would name them.
Graph chain_beside(const std::string& chain, const std::filesystem::path& from);
// How a pipeline's file names a kernel that was found at `path`.
std::string name_beside(const std::filesystem::path& from, const std::string& path);

// The document of a Graph. Values without a name, such as 50% of `resize 50%`, get the names of the
// parameters that they stand for, if the pipeline has no faults. Included files become their nodes. Here and
// below, `registry` is without the stages that the graph brings along.
Json document_of(const Graph& graph, const Registry& registry, const std::filesystem::path& from = {});

// The same pipeline as a chain, and as a file. It may have faults, and need not have Sources and Sinks. A
// file cannot have a stage with an input that may stay open in the middle of the list (`branch` in the
// document).
std::string chain_of(const Graph& graph, const Registry& registry);
std::string yaml_text(const Graph& graph, const Registry& registry);
std::string json_text(const Graph& graph, const Registry& registry);
// A value of a parameter in a YAML file. `decl`: null if the stage has no such parameter.
std::string yaml_value(const std::string& written, const ParamDecl* decl);

// The pipeline with a Source and a Sink, which files are to fill later. Nothing if it has no nodes.
CheckedGraph checked_whole(const Graph& graph, const Registry& registry, Diagnostics& faults);

// [{"node": 2, "param": "exponent", "line": 7, "column": 12, "message": "...", "warning": true}]. `node` and
// `param` are known for graph_of() only, `line` and `column` for a text.
Json faults_json(const Diagnostics& faults, const Json& document);
// Of an error that was thrown. `document`: the pipeline, whose node the error may name.
Json fault_json(const Error& error, const Json& document);

}  // namespace sluice::apps
