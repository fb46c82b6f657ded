#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/graph/graph.hpp"
#include "pipeline/graph/names.hpp"

#include <algorithm>
#include <functional>

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

}  // namespace

Graph wrapped(Graph graph, const Registry& registry) {
    if (!has(graph, registry, Kind::source)) {
        GraphNode load;
        load.stage = "load";
        load.starts_branch = true;
        if (!graph.nodes.empty()) graph.nodes.front().starts_branch = false;
        graph.nodes.insert(graph.nodes.begin(), std::move(load));
    }
    if (!has(graph, registry, Kind::sink)) {
        GraphNode save;
        save.stage = "save";
        // A pipeline may end in a table that is only looked at: then the image before it is saved.
        std::size_t last = graph.nodes.size();
        while (last > 0 && !gives_image(graph.nodes[last - 1], registry)) --last;
        if (last > 0) save.from.push_back({"", {node_names(graph.nodes)[last - 1], "", {}}});
        graph.nodes.push_back(std::move(save));
    }
    return graph;
}

}  // namespace sluice
