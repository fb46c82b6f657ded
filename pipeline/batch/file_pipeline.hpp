// A pipeline that is run once for each of many files: some of its paths are open.
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

// Gives every node of a stage ("load", "save") this value, in the place of what the author wrote.
void set_everywhere(Graph& graph, const std::string& stage, const std::string& param, const Value& value);

// A value; any thread.
class FilePipeline {
public:
    // `graph` is what sluice::wrapped() returns. At least one Source must leave its path open for the
    // input, and the one Sink must leave it open for the output. Every fault goes to `faults`; what is made
    // then must not be used.
    FilePipeline(const Graph& graph, const Registry& registry, Diagnostics& faults);

    // The pipeline of one file, with its paths.
    CheckedGraph for_file(const BatchFile& file) const;
    // That one with a Sink that is told what it may replace.
    CheckedGraph replacing(CheckedGraph graph, const BatchFile& file, Overwrite overwrite) const;

    const CheckedGraph& graph() const { return graph_; }
    // Ids of the Sources that take the input, and of the Sink.
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
    std::vector<OpenPath> inputs_, outputs_;
    std::vector<std::string> source_ids_;
    std::string sink_id_;
};

}  // namespace sluice
