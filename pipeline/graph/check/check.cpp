// From a Graph as it is written to one that can be planned.
#include "pipeline/core/message.hpp"
#include "pipeline/graph/check/parts.hpp"
#include "pipeline/graph/text_order.hpp"

namespace sluice {
namespace {

void check_ids(const std::vector<GraphNode>& nodes, Diagnostics& faults) {
    std::map<std::string, const GraphNode*> first;
    for (const GraphNode& node : nodes) {
        if (node.id.empty()) continue;
        if (!node.is_included && !is_node_name(node.id))
            faults.error(
                node.id_place, "",
                in_quotes(node.id) + " cannot be an id; ids consist of letters, digits, '_' and '-'");
        const auto [at, is_new] = first.emplace(node.id, &node);
        if (is_new) continue;
        const std::string place = at->second->id_place.text();
        faults.error(node.id_place, "",
                     "the id '" + node.id + "' is taken" + (place.empty() ? "" : ", see " + place));
    }
}

// A stage that a node brings along does not take the place of another one.
void check_own_stages(const Graph& graph, const Registry& registry, Diagnostics& faults) {
    const auto taken = [&](const StageDef& own) {
        const StageDef* other = registry.find(own.name);
        return other != nullptr && (!other->read_from || other->read_from->text != own.read_from->text);
    };
    for (const auto& own : graph.stages)
        if (taken(*own))
            for (const GraphNode& node : graph.nodes)
                if (node.stage == own->name || own->internal)
                    return faults.error(node.place, own->name,
                                        "sluice has a stage, or a part of one, named " +
                                            in_quotes(own->name) + "; give the kernel another name");
}

CheckedGraph check_with(const Graph& graph, const Registry& registry, Diagnostics& found,
                        const CheckOptions& options) {
    if (graph.nodes.empty()) found.error({}, "", "the pipeline has no stages");
    check_ids(graph.nodes, found);
    batch_values(graph, registry.batch(), found);

    const std::vector<std::string> ids = node_names(graph.nodes);
    NodeNames names;
    CheckedGraph result{{}, registry};
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        names.take(ids[i]);
        result.nodes.push_back(check_node(graph.nodes[i], ids[i], registry, options, found));
    }
    const std::vector<PortPlace> unconnected = connect(graph.nodes, result.nodes, found);
    close_ends(result.nodes, unconnected, std::move(names), registry, options, found);
    name_sizes(result.nodes, found);
    result.nodes = ordered(std::move(result.nodes), found);

    return result;
}

}  // namespace

CheckedGraph check(const Graph& graph, const Registry& registry, Diagnostics& faults, CheckOptions options) {
    Diagnostics found;
    check_own_stages(graph, registry, found);
    CheckedGraph result;
    if (found.ok()) result = check_with(graph, with_stages_of(graph, registry), found, options);
    for (const Diagnostic& d : in_text_order(found)) {
        if (d.severity == Diagnostic::Severity::error)
            faults.error(d.place, d.subject, d.message);
        else
            faults.warning(d.place, d.subject, d.message);
    }
    if (!found.ok()) result.nodes.clear();
    return result;
}

}  // namespace sluice
