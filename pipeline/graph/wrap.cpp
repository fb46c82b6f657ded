#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/names.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace sluice {
namespace {

bool has(const Graph& graph, const Registry& registry, Kind kind) {
    return std::any_of(graph.nodes.begin(), graph.nodes.end(), [&](const GraphNode& node) {
        const StageDef* stage = registry.find(node.stage);
        return stage != nullptr && stage->kind() == kind;
    });
}

bool gives_image(const GraphNode& node, const Registry& registry) {
    const StageDef* stage = registry.find(node.stage);
    if (stage == nullptr) return true;  // check() will speak of it
    return std::any_of(stage->outputs.begin(), stage->outputs.end(), std::mem_fn(&PortDecl::is_image));
}

// Names of nodes that others take something from, with 'from': of "a.b" also "a".
std::set<std::string> taken_by_name(const Graph& graph) {
    std::set<std::string> names;
    const auto add = [&](const std::string& name) {
        names.insert(name);
        names.insert(name.substr(0, name.rfind('.')));
    };
    for (const GraphNode& node : graph.nodes) {
        for (const auto& entry : node.from) add(entry.second.node);
        add(node.follows.node);
    }
    return names;
}

}  // namespace

Graph with_source(Graph graph, const Registry& registry) {
    if (has(graph, with_stages_of(graph, registry), Kind::source)) return graph;
    GraphNode load;
    load.stage = "load";
    load.starts_branch = true;
    if (!graph.nodes.empty()) graph.nodes.front().starts_branch = false;
    graph.nodes.insert(graph.nodes.begin(), std::move(load));
    return graph;
}

Graph with_sink(Graph graph, const Registry& of_others) {
    const Registry registry = with_stages_of(graph, of_others);
    if (has(graph, registry, Kind::sink)) return graph;
    GraphNode save;
    save.stage = "save";
    // A pipeline may end in a table that is only looked at: then the image before it is saved.
    // So may it in an image that an earlier node takes: load mark.png id=m, said at the end.
    const std::vector<std::string> names = node_names(graph.nodes);
    const std::set<std::string> taken = taken_by_name(graph);
    std::size_t last = 0;
    bool last_is_taken = true;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool goes_on = i + 1 < names.size() && !graph.nodes[i + 1].starts_branch &&
                             graph.nodes[i + 1].follows.node.empty();
        const bool is_taken = goes_on || taken.count(names[i]) > 0;
        if (!gives_image(graph.nodes[i], registry) || (is_taken && !last_is_taken)) continue;
        last = i + 1;
        last_is_taken = is_taken;
    }
    if (last > 0) save.from.push_back({"", {names[last - 1], "", {}}});
    graph.nodes.push_back(std::move(save));
    return graph;
}

Graph wrapped(Graph graph, const Registry& registry) {
    return with_sink(with_source(std::move(graph), registry), registry);
}

}  // namespace sluice
