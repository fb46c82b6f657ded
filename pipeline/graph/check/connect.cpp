// Edges: which output of which node each input takes.
#include "pipeline/core/message.hpp"
#include "pipeline/graph/check/parts.hpp"

#include <algorithm>
#include <set>

namespace sluice {
namespace {

using Type = PortDecl::Type;
using Source = CheckedNode::Source;

const char* with_article(Type type) { return type == Type::image ? "an image" : "a table"; }

std::vector<std::string> port_names(const std::vector<PortDecl>& ports) {
    std::vector<std::string> names;
    names.reserve(ports.size());
    for (const PortDecl& port : ports) names.push_back(port.name);
    return names;
}

std::optional<std::size_t> find_port(const std::vector<PortDecl>& ports, const std::string& name) {
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (ports[i].name == name) return i;
    return std::nullopt;
}

std::optional<std::size_t> first_of(const std::vector<PortDecl>& ports, Type type) {
    for (std::size_t i = 0; i < ports.size(); ++i)
        if (ports[i].type == type) return i;
    return std::nullopt;
}

class Wiring {
public:
    Wiring(const std::vector<GraphNode>& written, std::vector<CheckedNode>& nodes, Diagnostics& faults)
        : written_(written), nodes_(nodes), faults_(faults) {
        for (std::size_t i = 0; i < nodes.size(); ++i) index_.emplace(nodes[i].id, i);
    }

    std::vector<PortPlace> run() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (nodes_[i].stage != nullptr)
                node(i);
            else
                unknown(i);
        }
        return std::move(unconnected_);
    }

private:
    void node(std::size_t i) {
        settled_.assign(nodes_[i].inputs.size(), false);
        std::size_t position = 0;
        for (const auto& [port, reference] : written_[i].from) {
            const auto to =
                port.empty() ? by_position(i, position++, reference) : by_name(i, port, reference);
            if (!to) continue;
            if (settled_[*to])
                fault(i, reference.place, "input '" + inputs(i)[*to].name + "' is given twice");
            else
                take(i, *to, reference);
        }
        if (!inputs(i).empty() && !settled_[0] && !written_[i].follows.node.empty())
            take(i, 0, written_[i].follows);
        else if (!inputs(i).empty() && !settled_[0] && i > 0 && !written_[i].starts_branch)
            take_from_before(i);
        for (std::size_t port = 0; port < settled_.size(); ++port)
            if (!settled_[port] && !inputs(i)[port].optional) unconnected_.push_back({i, port});
    }

    // Of a stage that there is not, names can be looked at all the same.
    void unknown(std::size_t i) {
        for (const auto& entry : written_[i].from) {
            std::string port = entry.second.port;
            find_node(i, entry.second, port);
        }
    }

    const std::vector<PortDecl>& inputs(std::size_t i) const { return nodes_[i].stage->inputs; }

    void fault(std::size_t i, const Place& place, std::string message) {
        faults_.error(place, nodes_[i].id, std::move(message));
    }

    std::optional<std::size_t> by_position(std::size_t i, std::size_t position, const Reference& reference) {
        if (position < inputs(i).size()) return position;
        if (inputs(i).empty())
            fault(i, reference.place, "it has no input, so 'from' makes no sense");
        else if (position == inputs(i).size())  // say it once
            fault(i, reference.place,
                  "'from' names too many nodes; the inputs are: " + listed(port_names(inputs(i))));
        return std::nullopt;
    }

    std::optional<std::size_t> by_name(std::size_t i, const std::string& port, const Reference& reference) {
        if (const auto at = find_port(inputs(i), port)) return at;
        const std::vector<std::string> names = port_names(inputs(i));
        std::string what = did_you_mean(port, names);
        if (what.empty()) what = names.empty() ? "; it has none" : "; there are: " + listed(names);
        fault(i, reference.place, "there is no input " + in_quotes(port) + what);
        return std::nullopt;
    }

    // From here on the port is settled, if only by a fault.
    void take(std::size_t i, std::size_t port, const Reference& reference) {
        settled_[port] = true;
        std::string wanted = reference.port;
        const auto from = find_node(i, reference, wanted);
        if (!from || nodes_[*from].stage == nullptr) return;
        const Type type = inputs(i)[port].type;
        if (wanted.empty() && type == Type::image)
            if (const auto image = passed_on(*from)) return connect(i, port, *image, reference.place);
        const std::vector<PortDecl>& outputs = nodes_[*from].stage->outputs;
        const auto output = wanted.empty() ? first_of(outputs, type) : find_port(outputs, wanted);
        const std::string& name = nodes_[*from].id;
        if (!output && !wanted.empty()) {
            std::string what = did_you_mean(wanted, port_names(outputs));
            if (what.empty()) what = "; there are: " + listed(port_names(outputs));
            fault(i, reference.place, "'" + name + "' has no output " + in_quotes(wanted) + what);
        } else if (!output || outputs[*output].type != type) {
            fault(i, reference.place,
                  "input '" + inputs(i)[port].name + "' needs " + with_article(type) + ", but '" +
                      (wanted.empty() ? name : name + "." + wanted) + "' " + what_it_gives(*from, output));
        } else {
            connect(i, port, {*from, *output}, reference.place);
        }
    }

    // "a.b" is a node of that name, or else node "a" and its output "b".
    std::optional<std::size_t> find_node(std::size_t i, const Reference& reference, std::string& port) {
        if (const auto at = index_.find(reference.node); at != index_.end()) return at->second;
        const std::size_t point = reference.node.rfind('.');
        if (port.empty() && point != std::string::npos) {
            if (const auto at = index_.find(reference.node.substr(0, point)); at != index_.end()) {
                port = reference.node.substr(point + 1);
                return at->second;
            }
        }
        std::vector<std::string> names;
        for (const CheckedNode& node : nodes_) names.push_back(node.id);
        std::string what = did_you_mean(reference.node, names);
        if (what.empty() && names.size() <= 20) what = "; there are: " + listed(names);
        fault(i, reference.place, "there is no node " + in_quotes(reference.node) + what);
        return std::nullopt;
    }

    void take_from_before(std::size_t i) {
        const CheckedNode& before = nodes_[i - 1];
        const PortDecl& port = inputs(i)[0];
        settled_[0] = true;
        if (before.stage == nullptr) return;
        if (const auto image = passed_on(i - 1); image && port.type == Type::image)
            return connect(i, 0, *image, nodes_[i].place);
        if (const auto output = first_of(before.stage->outputs, port.type))
            return connect(i, 0, {i - 1, *output}, nodes_[i].place);
        if (port.optional) return;
        fault(i, nodes_[i].place,
              std::string("it needs ") + with_article(port.type) + ", but '" + before.id + "' before it " +
                  what_it_gives(i - 1, std::nullopt) + "; use 'from' to name another stage");
    }

    // The image that a Sink takes is there for those behind it. A Sink that stands further down has none yet.
    std::optional<Source> passed_on(std::size_t node) const {
        const StageDef& stage = *nodes_[node].stage;
        if (stage.kind() != Kind::sink || !stage.inputs.front().is_image()) return std::nullopt;
        return nodes_[node].inputs.front();
    }

    std::string what_it_gives(std::size_t from, std::optional<std::size_t> output) const {
        const std::vector<PortDecl>& outputs = nodes_[from].stage->outputs;
        if (outputs.empty()) return "produces nothing";
        return std::string("produces ") + with_article(outputs[output.value_or(0)].type);
    }

    void connect(std::size_t i, std::size_t port, Source from, const Place& place) {
        const PortDecl& to = inputs(i)[port];
        const PortDecl& output = nodes_[from.node].stage->outputs[from.port];
        nodes_[i].inputs[port] = from;
        if (to.fields.empty() || output.fields.empty()) return;
        for (const std::string& field : to.fields)
            if (std::find(output.fields.begin(), output.fields.end(), field) == output.fields.end())
                fault(i, place,
                      "input '" + to.name + "' reads '" + field + "', which '" + nodes_[from.node].id +
                          "' does not have; it has: " + listed(output.fields));
    }

    const std::vector<GraphNode>& written_;
    std::vector<CheckedNode>& nodes_;
    Diagnostics& faults_;
    std::map<std::string, std::size_t> index_;  // the first node of each name
    std::vector<bool> settled_;                 // of the inputs of the node at hand
    std::vector<PortPlace> unconnected_;
};

}  // namespace

std::vector<PortPlace> connect(const std::vector<GraphNode>& written, std::vector<CheckedNode>& nodes,
                               Diagnostics& faults) {
    return Wiring(written, nodes, faults).run();
}

}  // namespace sluice
