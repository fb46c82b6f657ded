// Nodes in an order in which they can run, and cycles.
#include "pipeline/graph/check/parts.hpp"

#include <queue>

namespace sluice {
namespace {

class Sequence {
public:
    explicit Sequence(const std::vector<CheckedNode>& nodes)
        : nodes_(nodes), waits_for_(nodes.size(), 0), users_(nodes.size()) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            for (const auto& source : nodes[i].inputs) {
                if (!source) continue;
                ++waits_for_[i];
                users_[source->node].push_back(i);
            }
        }
    }

    // Of the nodes that can run, always the one that the author wrote first. Without those in cycles
    // and behind them.
    std::vector<std::size_t> run() {
        std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
        for (std::size_t i = 0; i < nodes_.size(); ++i)
            if (waits_for_[i] == 0) ready.push(i);
        std::vector<std::size_t> order;
        while (!ready.empty()) {
            const std::size_t i = ready.top();
            ready.pop();
            order.push_back(i);
            for (const std::size_t user : users_[i])
                if (--waits_for_[user] == 0) ready.push(user);
        }
        return order;
    }

    void report_cycles(Diagnostics& faults) const {
        std::vector<std::size_t> walk_of(nodes_.size(), 0);  // the walk that came here first, from 1
        for (std::size_t start = 0; start < nodes_.size(); ++start) {
            std::size_t i = start;
            while (waits_for_[i] != 0 && walk_of[i] == 0) {
                walk_of[i] = start + 1;
                i = held_up_by(i);
            }
            if (waits_for_[i] != 0 && walk_of[i] == start + 1) report(i, faults);
        }
    }

private:
    // A source of a node that never became ready which did not either: there always is one.
    std::size_t held_up_by(std::size_t i) const {
        for (const auto& source : nodes_[i].inputs)
            if (source && waits_for_[source->node] != 0) return source->node;
        return i;
    }

    void report(std::size_t in_cycle, Diagnostics& faults) const {
        std::size_t first = in_cycle;
        for (std::size_t i = held_up_by(in_cycle); i != in_cycle; i = held_up_by(i))
            first = std::min(first, i);
        std::string text = nodes_[first].id;
        std::size_t i = first;
        do {
            i = held_up_by(i);
            text = nodes_[i].id + " -> " + text;
        } while (i != first);
        faults.error(nodes_[first].place, nodes_[first].id, "it needs its own result: " + text);
    }

    const std::vector<CheckedNode>& nodes_;
    std::vector<std::size_t> waits_for_;           // inputs whose node has no place in the order yet
    std::vector<std::vector<std::size_t>> users_;  // once for each edge
};

}  // namespace

std::vector<CheckedNode> ordered(std::vector<CheckedNode> nodes, Diagnostics& faults) {
    Sequence sequencer(nodes);
    const std::vector<std::size_t> sequence = sequencer.run();
    if (sequence.size() != nodes.size()) {
        sequencer.report_cycles(faults);
        return {};
    }
    std::vector<std::size_t> position(nodes.size());
    for (std::size_t i = 0; i < sequence.size(); ++i) position[sequence[i]] = i;
    std::vector<CheckedNode> result;
    for (const std::size_t i : sequence) {
        for (auto& source : nodes[i].inputs)
            if (source) source->node = position[source->node];
        result.push_back(std::move(nodes[i]));
    }
    return result;
}

}  // namespace sluice
