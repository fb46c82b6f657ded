// A graph without faults, in the order in which it is computed, with every parameter of its declared type.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/shrunk.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/registry.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// What an image would be that its Source reads smaller, and how that lies in it.
struct ReadSmaller {
    ImageFormat whole;
    Shrunk as;

    bool operator==(const ReadSmaller&) const = default;
};

struct CheckedNode {
    const StageDef* stage = nullptr;  // of CheckedGraph::registry
    std::string id;
    Values values;  // every parameter, with its declared type; see `sized`
    struct Source {
        std::size_t node;
        std::size_t port;
    };
    std::vector<std::optional<Source>> inputs;  // one for each input port of the stage
    Place place;
    std::map<std::string, Place> param_places;  // of parameters that the author wrote
    // As written: parameters that depend on sizes of images. `values` has none for them until bind_sizes()
    // puts them there (sizes.hpp).
    std::map<std::string, Value> sized = {};
    std::optional<ReadSmaller> smaller = {};  // of a Source: that `values` say so; `probe` decides it
    bool stands_in = false;                   // for a stage whose size follows from pixels (measured.hpp)
};

// Nodes stand after those that they take inputs from.
struct CheckedGraph {
    std::vector<CheckedNode> nodes;
    Registry registry = {};   // that it was checked against: keeps the stages
    std::size_t variant = 0;  // of a batch whose files have parameters of their own: which of these it has

    std::optional<std::size_t> find(const std::string& id) const;
    std::vector<std::string> sources() const;  // their ids
};

struct CheckOptions {
    // A required image input that nothing is connected to becomes an application's own image: a Source
    // "input" is put there; an image that nobody takes gets a Sink "output". Several of them are named
    // "input", "input.2" and so on, in the order of the nodes that use them. These two stages come from
    // the registry. Without this the first is a fault and the second a warning.
    bool open_ends = false;
    // Required paths of Sources and Sinks may be missing: the caller puts them into CheckedNode::values
    // for each file, as batch does. Until then `values` has no entry for them.
    bool paths_later = false;
};

// Finds every fault at once, each with its place; the result is empty unless `faults.ok()`.
CheckedGraph check(const Graph& graph, const Registry& registry, Diagnostics& faults,
                   CheckOptions options = {});

// The options in the block `batch:` of the graph's file, with their declared types; those of faults are left
// out. check() puts the same faults among its own.
Values batch_values(const Graph& graph, const std::vector<ParamDecl>& declared, Diagnostics& faults);

// The graph that a folder of files is put through: where it has no Source, stage "load" goes before the
// first node; where it has no Sink, stage "save" takes the last image. Check it with `paths_later`.
Graph wrapped(Graph graph, const Registry& registry);
Graph with_source(Graph graph, const Registry& registry);  // the first half of it
Graph with_sink(Graph graph, const Registry& registry);    // the second

}  // namespace sluice
