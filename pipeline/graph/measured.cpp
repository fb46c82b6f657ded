#include "pipeline/graph/measured.hpp"

#include "pipeline/graph/complete_values.hpp"
#include "pipeline/graph/throw_fault.hpp"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

bool is_measured(const CheckedNode& node) { return node.stage->kind() == Kind::measured; }

void let_stand_in(CheckedNode& node, const StandIn& by, const Registry& registry) {
    const StageDef* stage = registry.find(by.stage);
    if (stage == nullptr)
        throw_fault(node.place, node.id, "needs stage " + by.stage + ", which the registry does not have");
    node.values = complete_values(*stage, by.values, node.id, node.place);
    node.stage = stage;
    node.inputs.resize(stage->inputs.size());
    node.param_places.clear();
    node.stands_in = true;
}

// Of each node, whether a stage that is not measured yet comes before it.
std::vector<bool> behind_measured(const CheckedGraph& graph) {
    std::vector<bool> behind(graph.nodes.size(), false);
    for (std::size_t i = 0; i < behind.size(); ++i)
        for (const auto& input : graph.nodes[i].inputs)
            if (input && (behind[input->node] || is_measured(graph.nodes[input->node]))) behind[i] = true;
    return behind;
}

}  // namespace

const CheckedNode* first_measured(const CheckedGraph& graph) {
    const auto first = std::find_if(graph.nodes.begin(), graph.nodes.end(), is_measured);
    return first == graph.nodes.end() ? nullptr : &*first;
}

Wording no_plan_for_measured() {
    return "the size of its result follows from the pixels of an image, so there is no plan for all images "
           "of a format; use crop with a rectangle that you know, or make a plan for one image "
           "(Plan::measured in C++, measure=True of a Session in Python)";
}

Measuring measuring(const CheckedGraph& graph) {
    Measuring result{{{}, graph.registry, graph.variant}, {}};
    const std::vector<bool> behind = behind_measured(graph);
    std::vector<bool> needed(graph.nodes.size(), false);
    for (std::size_t i = graph.nodes.size(); i-- > 0;) {
        needed[i] = needed[i] || (is_measured(graph.nodes[i]) && !behind[i]);
        if (!needed[i]) continue;
        for (const auto& input : graph.nodes[i].inputs)
            if (input) needed[input->node] = true;
    }
    std::vector<std::size_t> moved(graph.nodes.size(), 0);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!needed[i]) continue;
        moved[i] = result.graph.nodes.size();
        CheckedNode& node = result.graph.nodes.emplace_back(graph.nodes[i]);
        for (auto& input : node.inputs)
            if (input) input->node = moved[input->node];
        if (!is_measured(node)) continue;
        result.measured.push_back(node.id);
        let_stand_in(node, node.stage->as<MeasuredDef>()->measures(node.values), graph.registry);
    }
    return result;
}

void put_in_place(CheckedGraph& graph, const std::string& id, const Table& table, const Warn& warn) {
    CheckedNode& node = graph.nodes[graph.find(id).value()];
    const StandIn now = node.stage->as<MeasuredDef>()->becomes(node.values, table);
    if (warn && !now.warning.empty()) warn(id + ": " + now.warning);
    let_stand_in(node, now, graph.registry);
}

std::vector<Measuring> with_largest(CheckedGraph graph) {
    std::vector<Measuring> all;
    while (has_measured(graph)) {
        all.push_back(measuring(graph));
        for (const std::string& id : all.back().measured) {
            CheckedNode& node = graph.nodes[graph.find(id).value()];
            let_stand_in(node, node.stage->as<MeasuredDef>()->largest(node.values), graph.registry);
        }
    }
    all.push_back({std::move(graph), {}});
    return all;
}

}  // namespace sluice
