// The plan as a graph for Graphviz: each primitive once, with what computes it.
#include "pipeline/plan/print.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace sluice {
namespace {

class Dot {
public:
    explicit Dot(const ExecutionPlan& plan) : plan_(plan), nodes_(plan.graph.nodes) {}

    std::string text() {
        // A Point that is looked up has left its id to the lookup, which stands behind it.
        std::map<std::string, std::size_t> last;
        for (std::size_t i = 0; i < nodes_.size(); ++i) last[nodes_[i].id] = i;
        std::size_t pass = 0;
        for (const PlannedStep& step : plan_.steps) {
            const auto* launch = std::get_if<Launch>(&step);
            if (launch == nullptr || !launch->over_pixels) continue;
            ++pass;
            const std::string list = cat(", ", launch->stages, ",");
            for (const auto& [id, i] : last)
                if (list.find(cat(", ", id, ",")) != std::string::npos) passes_[i].push_back(pass);
        }
        std::string text = "digraph plan {\n  rankdir=LR;\n  node [shape=box];\n";
        for (std::size_t k = 1; k <= pass; ++k)
            text += cluster(cat("pass ", k), [&](std::size_t i) {
                return passes_.count(i) != 0 && passes_.at(i).front() == k;
            });
        for (const Primitive& table : nodes_) {
            if (table.chain.empty()) continue;
            const std::size_t levels = table.layout->fields[0].count;
            text += cluster(cat("for each of ", levels, " levels"), [&](std::size_t i) {
                return std::count(table.chain.begin(), table.chain.end(), i) != 0;
            });
        }
        for (std::size_t i = 0; i < nodes_.size(); ++i) text += node(i, last.at(nodes_[i].id) == i);
        return text + "}\n";
    }

private:
    // Of those nodes that stand in none yet.
    template <class Member>
    std::string cluster(const std::string& label, const Member& member) {
        std::string inside;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            if (drawn_[i] || !member(i)) continue;
            drawn_[i] = true;
            inside += cat("    n", i, ";\n");
        }
        if (inside.empty()) return "";
        return cat("  subgraph cluster_", clusters_++, " {\n    label=\"", label, "\";\n", inside, "  }\n");
    }

    std::string node(std::size_t i, bool has_its_id) const {
        const Primitive& node = nodes_[i];
        const bool looks_up =
            has_its_id && std::count_if(nodes_.begin(), nodes_.end(),
                                        [&](const auto& other) { return other.id == node.id; }) > 1;
        std::string label = looks_up ? cat(node.stage->name, " in ", nodes_[*node.inputs.at(1)].id) : node.id;
        label += cat("\\n", node.format ? node.format->text() : fields_text(*node.layout));
        const auto passes = passes_.find(i);
        if (passes != passes_.end() && passes->second.size() > 1) {
            label += "\\nagain in pass ";
            for (std::size_t k = 1; k < passes->second.size(); ++k)
                label += cat(k > 1 ? ", " : "", passes->second[k]);
        }
        std::string text =
            cat("  n", i, " [label=\"", label, "\"", node.layout ? ", style=rounded" : "", "];\n");
        // Tables that a table of levels takes are those of its Points.
        if (!node.chain.empty()) return text + cat("  n", node.chain.back(), " -> n", i, ";\n");
        for (const auto& input : node.inputs)
            if (input) text += cat("  n", *input, " -> n", i, ";\n");
        return text;
    }

    const ExecutionPlan& plan_;
    const std::vector<Primitive>& nodes_;
    std::map<std::size_t, std::vector<std::size_t>> passes_;  // of a node, from 1 on
    std::map<std::size_t, bool> drawn_;
    std::size_t clusters_ = 0;
};

}  // namespace

std::string plan_dot(const ExecutionPlan& plan) { return Dot(plan).text(); }

}  // namespace sluice
