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

// A Sink of such a pipeline.
struct FileSink {
    std::size_t node;   // of the graph
    std::string param;  // its path
    std::string id;
    // The path as it is written, with fields for the name of the input: "{stem}-400.webp". "" = left out: the
    // batch names the output.
    std::string name;
};

// A value; any thread.
class FilePipeline {
public:
    // `graph` is a result of sluice::wrapped(). At least one Source must leave out its path, for the input.
    // Of the Sinks one may leave out its path, for the output; those of the others have fields. All errors go
    // to `faults`; if there are any, the object must not be used.
    FilePipeline(const Graph& graph, const Registry& registry, Diagnostics& faults);

    // Adds a pipeline that differs in values of parameters. Returns its number, for BatchFile::variant.
    // Throws Error(usage) with all faults.
    std::size_t vary(const Graph& graph);

    // The pipeline of one file, with its paths.
    CheckedGraph for_file(const BatchFile& file) const;
    // The same, with Sinks that know what they may replace.
    CheckedGraph replacing(CheckedGraph graph, const BatchFile& file, Overwrite overwrite) const;

    const CheckedGraph& graph() const { return graph_; }
    // The ids of the Sources that read the input.
    const std::vector<std::string>& sources() const { return source_ids_; }
    // The Sinks: first that of BatchFile::output, then those of BatchFile::also.
    const std::vector<FileSink>& sinks() const { return sinks_; }

private:
    struct OpenPath {
        std::size_t node;
        std::string param;
    };
    void find_ends(Diagnostics& faults);
    void find_end(const CheckedNode& node, std::size_t i, Diagnostics& faults);
    void order_sinks(Diagnostics& faults);
    void refuse_streams(Diagnostics& faults) const;

    CheckedGraph graph_;
    std::vector<CheckedGraph> variants_;
    std::vector<OpenPath> inputs_;
    std::vector<std::string> source_ids_;
    std::vector<FileSink> sinks_;
};

}  // namespace sluice
