// Inputs that nothing is connected to, and images that nobody takes.
#include "pipeline/graph/check/parts.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace sluice {
namespace {

class Ends {
public:
    Ends(std::vector<CheckedNode>& nodes, NodeNames names, const Registry& registry,
         const CheckOptions& options, Diagnostics& faults)
        : nodes_(nodes), names_(std::move(names)), registry_(registry), options_(options), faults_(faults) {}

    void run(const std::vector<PortPlace>& unconnected) {
        for (const PortPlace& at : unconnected) {
            const PortDecl& port = nodes_[at.node].stage->inputs[at.port];
            if (options_.open_ends && port.is_image()) {
                if (const auto source = add("input")) nodes_[at.node].inputs[at.port] = {*source, 0};
            } else {
                missing(at, port);
            }
        }
        if (faults_.ok()) unused();  // else what looks unused may only be cut off by a fault
    }

private:
    void missing(const PortPlace& at, const PortDecl& port) {
        const CheckedNode& node = nodes_[at.node];
        const std::string meant = node.stage->internal ? registry_.meant_by(node.stage->name) : "";
        if (!meant.empty()) return part_alone(node, meant);
        std::string message = "input '" + port.name + "' is not connected: ";
        if (port.is_image() && at.port == 0) message += "put 'load FILE |' or another stage before it, or ";
        message += port.is_image() ? "name the image with 'from'" : "name the table with 'from'";
        const std::string before = taken_before(at), other = in_front(at);
        if (!before.empty() && port.is_image() && at.port == 1 && !other.empty())
            message += ": from=" + other + "," + before + " if '" + port.name + "' is " + before +
                       ", from=" + before + "," + other + " if it is " + other;
        else if (!before.empty())
            message += ": from=" + before + ",NODE";
        faults_.error(node.place, node.id, std::move(message));
    }

    // "a,b": whose images the inputs before this one take; "" where one of these has none either.
    std::string taken_before(const PortPlace& at) const {
        std::string names;
        for (std::size_t port = 0; port < at.port; ++port) {
            const auto& source = nodes_[at.node].inputs[port];
            if (!source) return "";
            names += (port > 0 ? "," : "") + nodes_[source->node].id;
        }
        return names;
    }

    // The stage written before this one, if it has an image that nobody takes.
    std::string in_front(const PortPlace& at) const {
        if (at.node == 0) return "";
        const std::size_t front = at.node - 1;
        const auto takes = [&](const CheckedNode& node) {
            return std::any_of(node.inputs.begin(), node.inputs.end(),
                               [&](const auto& source) { return source && source->node == front; });
        };
        const CheckedNode& node = nodes_[front];
        const bool gives = node.stage && !node.stage->outputs.empty() && node.stage->outputs[0].is_image();
        return gives && std::none_of(nodes_.begin(), nodes_.end(), takes) ? node.id : "";
    }

    // Parts of other stages have names that people use for the whole: "clahe".
    void part_alone(const CheckedNode& node, const std::string& meant) {
        if (said_.insert(node.id).second)
            faults_.error(node.place, "", "'" + node.stage->name + "' is part of a stage" + meant);
    }

    void unused() {
        std::set<std::pair<std::size_t, std::size_t>> used;
        for (const CheckedNode& node : nodes_)
            for (const auto& source : node.inputs)
                if (source) used.emplace(source->node, source->port);
        const std::size_t written = nodes_.size();
        for (std::size_t i = 0; i < written; ++i) {
            for (std::size_t port = 0; port < nodes_[i].stage->outputs.size(); ++port) {
                const PortDecl& output = nodes_[i].stage->outputs[port];
                if (!output.is_image() || used.count({i, port}) != 0) continue;
                if (options_.open_ends) {
                    if (const auto sink = add("output")) nodes_[*sink].inputs[0] = {i, port};
                } else if (!gives_table(nodes_[i])) {  // else the caller reads that
                    faults_.warning(nodes_[i].place, "", not_used(nodes_[i], output));
                }
            }
        }
    }

    // Whether its one image stands beside a Table, which may be all that is wanted of it.
    static bool gives_table(const CheckedNode& node) {
        const auto& outputs = node.stage->outputs;
        return outputs.size() > 1 && std::count_if(outputs.begin(), outputs.end(),
                                                   [](const PortDecl& port) { return port.is_image(); }) == 1;
    }

    static std::string not_used(const CheckedNode& node, const PortDecl& output) {
        const std::size_t images =
            static_cast<std::size_t>(std::count_if(node.stage->outputs.begin(), node.stage->outputs.end(),
                                                   [](const PortDecl& port) { return port.is_image(); }));
        return "the result " + (images > 1 ? "'" + output.name + "' " : "") + "of " + node.id +
               " is not used";
    }

    // The application's end: a stage of that name, with its defaults.
    std::optional<std::size_t> add(const std::string& stage) {
        GraphNode node;
        node.stage = stage;
        nodes_.push_back(check_node(node, names_.next(stage), registry_, options_, faults_));
        if (nodes_.back().stage == nullptr) return std::nullopt;
        return nodes_.size() - 1;
    }

    std::vector<CheckedNode>& nodes_;
    NodeNames names_;
    const Registry& registry_;
    const CheckOptions& options_;
    Diagnostics& faults_;
    std::set<std::string> said_;  // the parts that stand alone
};

}  // namespace

void close_ends(std::vector<CheckedNode>& nodes, const std::vector<PortPlace>& unconnected, NodeNames names,
                const Registry& registry, const CheckOptions& options, Diagnostics& faults) {
    Ends(nodes, std::move(names), registry, options, faults).run(unconnected);
}

}  // namespace sluice
