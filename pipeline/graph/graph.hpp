// A pipeline as its author wrote it: nodes, parameters, edges. A plain value; checking it against a
// registry gives a CheckedGraph (checked_graph.hpp), which is all that planning sees.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"

#include <filesystem>
#include <string>
#include <utility>
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

class SLUICE_API Graph {
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

}  // namespace sluice
