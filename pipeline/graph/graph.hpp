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

// A node, and one of its outputs; without `port` the first output of the type that is asked for. The
// parsers leave "stats.mean" whole in `node`: check() looks for a node of that name first (there may be
// a "normalize.2"), and then for node "stats" with an output "mean".
struct Reference {
    std::string node;
    std::string port;
    Place place;
};

struct GraphParam {
    std::string name;  // "" = a bare word in a chain: the stage's first parameter
    Value value;       // mostly text as written
    Place place;
    bool replaces = false;  // given later by set(): it takes the place of what the text says
};

struct GraphNode {
    std::string stage;
    std::string id;  // "" = given when checked: "normalize", then "normalize.2"
    std::vector<GraphParam> params;
    // Where its inputs come from: by port name, or "" in the order of ports. A first input that is not
    // among them comes from the node before, unless `starts_branch`.
    std::vector<std::pair<std::string, Reference>> from;
    bool starts_branch = false;
    Place place;
    Place id_place = {};  // of the id, where the author gave one
};

class Graph {
public:
    // Both parse only; what a stage's parameters mean is known to check(). Throw Error(usage) with
    // every fault of the text, each with its place. Texts of more than 1 MiB and pipelines of more
    // than 1000 stages are refused (limits.hpp).
    static Graph from_chain(const std::string& chain);
    static Graph from_text(const std::string& yaml_or_json, const std::string& file_name);
    static Graph from_file(const std::filesystem::path& file);
    // A .yaml, .yml or .json file, or else a chain in one argument.
    static Graph from_argument(const std::string& file_or_chain);

    // Building in C++; returns *this. The node takes its input from the one before.
    Graph& add(std::string stage, const std::vector<std::pair<std::string, Value>>& params = {},
               std::string id = "", const std::vector<std::string>& from = {});
    // NODE.PARAM = VALUE, replacing what stands there. Unnamed nodes go by the names that check()
    // gives them: "normalize", "normalize.2". Throws Error(usage) for an unknown node; the parameter
    // is checked by check().
    void set(const std::string& node_and_param, Value value);

    std::vector<GraphNode> nodes;
};

struct CheckedNode {
    const StageDef* stage = nullptr;  // of CheckedGraph::registry
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
    Registry registry = {};  // that it was checked against: keeps the stages

    std::optional<std::size_t> find(const std::string& id) const;
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

// The graph that a folder of files is put through: where it has no Source, stage "load" goes before the
// first node; where it has no Sink, stage "save" takes the last image. Check it with `paths_later`.
Graph wrapped(Graph graph, const Registry& registry);

}  // namespace sluice
