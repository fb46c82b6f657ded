// A pipeline that runs once for each of many files, with paths that are filled in for each file.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/core/overwrite.hpp"
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

// Sets a parameter of every node of a stage ("load", "save"), and replaces the value that was written.
void set_everywhere(Graph& graph, const std::string& stage, const std::string& param, const Value& value);

// A value; any thread.
class FilePipeline {
public:
    // `graph` is a result of sluice::wrapped(). At least one Source and the only Sink must leave out their
    // paths, for the input and the output. All errors go to `faults`; if there are any, the object must not
    // be used.
    FilePipeline(const Graph& graph, const Registry& registry, Diagnostics& faults);

    // Adds a pipeline that differs in values of parameters. Returns its number, for BatchFile::variant.
    // Throws Error(usage) with all faults.
    std::size_t vary(const Graph& graph);

    // The pipeline of one file, with its paths.
    CheckedGraph for_file(const BatchFile& file) const;
    // The same, with a Sink that knows what it may replace.
    CheckedGraph replacing(CheckedGraph graph, const BatchFile& file, Overwrite overwrite) const;

    const CheckedGraph& graph() const { return graph_; }
    // The ids of the Sources that read the input, and of the Sink.
    const std::vector<std::string>& sources() const { return source_ids_; }
    const std::string& sink() const { return sink_id_; }

private:
    struct OpenPath {
        std::size_t node;
        std::string param;
    };
    void find_ends(Diagnostics& faults);
    void refuse_streams(Diagnostics& faults) const;

    CheckedGraph graph_;
    std::vector<CheckedGraph> variants_;
    std::vector<OpenPath> inputs_, outputs_;
    std::vector<std::string> source_ids_;
    std::string sink_id_;
};

}  // namespace sluice
