// A pipeline as its author wrote it: nodes, parameters, edges. A plain value; checking it against a
// registry gives a CheckedGraph, which is all that planning sees.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/registry.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// "gauss", or "stats.mean": a node, and one of its outputs ("" = its first).
struct Reference {
    std::string node;
    std::string port;
    Place place;
};

struct GraphParam {
    std::string name;  // "" = a bare word in a chain: the stage's first parameter
    Value value;       // mostly text as written
    Place place;
};

struct GraphNode {
    std::string stage;
    std::string id;  // "" = given when checked: "normalize", then "normalize.2"
    std::vector<GraphParam> params;
    // Where its inputs come from: by port name, or "" in the order of ports. Empty = from the node
    // before, unless `starts_branch`.
    std::vector<std::pair<std::string, Reference>> from;
    bool starts_branch = false;
    Place place;
};

class Graph {
public:
    // Both parse only; what a stage's parameters mean is known to check(). Throw Error(usage) with
    // every fault of the text, each with its place.
    static Graph from_chain(const std::string& chain);
    static Graph from_text(const std::string& yaml_or_json, const std::string& file_name);
    // A .yaml, .yml or .json file, or else a chain in one argument.
    static Graph from_file(const std::filesystem::path& file);
    static Graph from_argument(const std::string& file_or_chain);

    // Building in C++; returns *this. The node takes its input from the one before.
    Graph& add(std::string stage, std::vector<std::pair<std::string, Value>> params = {}, std::string id = "",
               std::vector<std::string> from = {});
    // NODE.PARAM = VALUE, replacing what stands there. Throws Error(usage) for an unknown node;
    // the parameter is checked by check().
    void set(const std::string& node_and_param, Value value);

    std::vector<GraphNode> nodes;
};

struct CheckedNode {
    const StageDef* stage = nullptr;  // owned by the registry that the graph was checked against
    std::string id;
    Values values;  // every parameter, with its declared type
    struct Source {
        std::size_t node;
        std::size_t port;
    };
    std::vector<std::optional<Source>> inputs;  // one for each input port of the stage
    Place place;
    std::map<std::string, Place> param_places;  // of parameters that the author wrote
};

// Nodes stand after those that they take inputs from.
struct CheckedGraph {
    std::vector<CheckedNode> nodes;

    std::optional<std::size_t> find(const std::string& id) const;
};

// Finds every fault at once. A required image input that nothing is connected to becomes an
// application's own image when `open_ends` (a Source named "input" is put there), else it is a fault;
// likewise an image that nobody takes gets a Sink named "output". Sources and sinks of that kind are
// stages "input" and "output" of the registry.
struct CheckOptions {
    bool open_ends = false;
};
CheckedGraph check(const Graph& graph, const Registry& registry, Diagnostics& faults,
                   CheckOptions options = {});

}  // namespace sluice
