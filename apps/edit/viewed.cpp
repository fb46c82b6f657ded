#include "apps/edit/viewed.hpp"

#include "pipeline/core/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace sluice::apps {

const std::string view_sink = "view.output";  // authors' names have no points

namespace {

std::optional<std::size_t> image_port(const CheckedNode& node) {
    const auto& outputs = node.stage->outputs;
    for (std::size_t port = 0; port < outputs.size(); ++port)
        if (outputs[port].is_image()) return port;
    return std::nullopt;
}

// input | crop | resize | output, of which the view takes what it needs.
CheckedGraph ends(const Registry& registry, const std::optional<View>& view) {
    Graph graph;
    const auto number = [](std::size_t n) { return static_cast<std::int64_t>(n); };
    graph.add("input");
    if (view && view->part)
        graph.add("crop", {{"x", number(view->part->x)},
                           {"y", number(view->part->y)},
                           {"width", number(view->part->width)},
                           {"height", number(view->part->height)}});
    if (view)
        graph.add("resize", {{"width", number(view->width)},
                             {"height", number(view->height)},
                             {"fit", std::string("inside")},
                             {"when", std::string("shrink")},
                             {"filter", std::string("area")}});
    graph.add("output");
    Diagnostics faults;
    CheckedGraph checked = check(graph, registry, faults);
    faults.throw_if_errors();
    return checked;
}

// All nodes that `node` depends on, and itself.
void add_with_inputs(const CheckedGraph& graph, std::size_t node, std::set<std::size_t>& needed) {
    if (!needed.insert(node).second) return;
    for (const auto& input : graph.nodes[node].inputs)
        if (input) add_with_inputs(graph, input->node, needed);
}

// Statistics of images that are computed anyway.
void add_statistics(const CheckedGraph& graph, std::set<std::size_t>& needed) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        const CheckedNode& node = graph.nodes[i];
        const Kind kind = node.stage->kind();
        if (image_port(node) || kind == Kind::sink || kind == Kind::assertion) continue;
        const bool ready = std::all_of(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
            return !input || needed.count(input->node) > 0;
        });
        if (ready) needed.insert(i);
    }
}

// A number of pixels, in the range of its parameter.
double pixels(const ParamDecl& decl, double value, double scale) {
    value *= scale;
    if (decl.type == ParamType::integer || decl.whole) value = std::round(value);
    if (decl.low) value = std::max(value, *decl.low);
    if (decl.high) value = std::min(value, *decl.high);
    return value;
}

void scale_value(const ParamDecl& decl, Value& value, double scale) {
    if (auto* whole = std::get_if<std::int64_t>(&value))
        *whole = static_cast<std::int64_t>(pixels(decl, static_cast<double>(*whole), scale));
    else if (auto* number = std::get_if<double>(&value))
        *number = pixels(decl, *number, scale);
    else if (auto* list = std::get_if<std::vector<double>>(&value))
        for (double& one : *list) one = pixels(decl, one, scale);
}

}  // namespace

std::optional<std::size_t> last_image(const CheckedGraph& graph) {
    for (std::size_t i = graph.nodes.size(); i-- > 0;)
        if (graph.nodes[i].stage->kind() == Kind::sink && !graph.nodes[i].inputs.empty())
            if (const auto& input = graph.nodes[i].inputs.front()) return input->node;
    for (std::size_t i = graph.nodes.size(); i-- > 0;)
        if (image_port(graph.nodes[i])) return i;
    return std::nullopt;
}

std::optional<std::size_t> image_of(const CheckedGraph& graph, std::size_t node) {
    const CheckedNode& of = graph.nodes[node];
    if (image_port(of)) return node;
    if (of.stage->kind() != Kind::sink || of.inputs.empty() || !of.inputs.front()) return std::nullopt;
    return of.inputs.front()->node;
}

bool reads_image(const CheckedNode& node) {
    const auto* source = node.stage->as<SourceDef>();
    return source != nullptr && !source->expand;
}

CheckedGraph shown(const CheckedGraph& graph, std::size_t node, const std::optional<View>& view) {
    std::set<std::size_t> needed;
    add_with_inputs(graph, node, needed);
    add_statistics(graph, needed);

    CheckedGraph result;
    result.registry = graph.registry;
    std::map<std::size_t, std::size_t> place;  // in the result
    for (const std::size_t i : needed) {
        CheckedNode copy = graph.nodes[i];
        for (auto& input : copy.inputs)
            if (input) input->node = place.at(input->node);
        if (reads_image(copy)) {
            copy.stage = graph.registry.find("input");
            copy.values.clear();
            copy.param_places.clear();
            copy.smaller.reset();
        }
        place[i] = result.nodes.size();
        result.nodes.push_back(std::move(copy));
    }
    CheckedNode::Source from{place.at(node), image_port(graph.nodes[node]).value()};
    const CheckedGraph end = ends(graph.registry, view);
    for (std::size_t i = 1; i < end.nodes.size(); ++i) {
        CheckedNode copy = end.nodes[i];
        copy.id = "view." + copy.stage->name;
        copy.inputs.front() = from;
        from = {result.nodes.size(), 0};
        result.nodes.push_back(std::move(copy));
    }
    return result;
}

CheckedGraph scaled(CheckedGraph graph, double scale) {
    for (CheckedNode& node : graph.nodes) {
        const Kind kind = node.stage->kind();
        if (kind == Kind::source || kind == Kind::sink || node.id.starts_with("view.")) continue;
        for (const ParamDecl& decl : node.stage->params)
            if (const auto value = node.values.find(decl.name);
                decl.unit == "px" && value != node.values.end())
                scale_value(decl, value->second, scale);
    }
    return graph;
}

}  // namespace sluice::apps
