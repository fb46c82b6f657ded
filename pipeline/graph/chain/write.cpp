// A checked graph to chain text.
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/graph/names.hpp"
#include "pipeline/graph/sizes.hpp"

#include <algorithm>
#include <vector>

namespace sluice {
namespace {

class ChainWriter {
public:
    explicit ChainWriter(const CheckedGraph& graph) : nodes_(graph.nodes) {
        std::vector<GraphNode> written;
        for (const CheckedNode& node : nodes_) {
            GraphNode& one = written.emplace_back();
            one.stage = node.stage->name;
            if (node.id != one.stage && is_node_name(node.id)) one.id = node.id;
            ids_.push_back(one.id);
        }
        names_ = node_names(written);
    }

    std::string text() const {
        std::string text;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (i > 0) text += takes_what_is_before(i) ? " | " : "; ";
            text += nodes_[i].stage->called();
            if (!ids_[i].empty()) text += " id=" + ids_[i];
            text += edges(i) + params(nodes_[i]);
        }
        return text;
    }

private:
    // Else a first input that may stay open would be connected.
    bool takes_what_is_before(std::size_t i) const {
        const auto& inputs = nodes_[i].inputs;
        const auto is_before = [&](const auto& input) { return input && input->node + 1 == i; };
        return !inputs.empty() && inputs.front() && std::any_of(inputs.begin(), inputs.end(), is_before);
    }

    std::string edges(std::size_t i) const {
        const auto& inputs = nodes_[i].inputs;
        const auto connected = std::count_if(inputs.begin(), inputs.end(), [](const auto& e) { return !!e; });
        if (connected == 0) return "";
        if (connected == 1 && inputs.front() && inputs.front()->node + 1 == i && port_of(i, 0).empty())
            return "";
        std::string list;
        bool in_order = true;
        for (std::size_t port = 0; port < inputs.size(); ++port) {
            if (!inputs[port]) {
                in_order = false;
                continue;
            }
            list += list.empty() ? "" : ",";
            if (!in_order) list += nodes_[i].stage->inputs[port].name + ":";
            list += names_[inputs[port]->node] + port_of(i, port);
        }
        return " from=" + list;
    }

    // ".stats", or "" where it is the first output of that type, which needs no name.
    std::string port_of(std::size_t i, std::size_t port) const {
        const CheckedNode::Source& from = *nodes_[i].inputs[port];
        const std::vector<PortDecl>& outputs = nodes_[from.node].stage->outputs;
        const auto first = std::find_if(outputs.begin(), outputs.end(), [&](const PortDecl& output) {
            return output.type == nodes_[i].stage->inputs[port].type;
        });
        if (first == outputs.begin() + static_cast<std::ptrdiff_t>(from.port)) return "";
        return "." + outputs[from.port].name;
    }

    static std::string params(const CheckedNode& node) {
        std::string text;
        for (const ParamDecl& param : node.stage->params) {
            const Value* value = written_value(node, param.name);
            if (node.param_places.count(param.name) > 0 && value != nullptr)
                text += " " + param.name + "=" + sluice::text(*value);
        }
        return text;
    }

    const std::vector<CheckedNode>& nodes_;
    std::vector<std::string> ids_, names_;  // of the author, and of all
};

}  // namespace

std::string chain_text(const CheckedGraph& graph) { return ChainWriter(graph).text(); }

}  // namespace sluice
