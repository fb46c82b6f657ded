#include "pipeline/graph/names.hpp"

#include <algorithm>

namespace sluice {

std::string NodeNames::next(const std::string& stage) {
    for (;;) {
        const std::size_t number = ++last_[stage];
        std::string name = number == 1 ? stage : stage + "." + std::to_string(number);
        if (taken_.insert(name).second) return name;
    }
}

std::vector<std::string> node_names(const std::vector<GraphNode>& nodes) {
    NodeNames names;
    for (const GraphNode& node : nodes) names.take(node.id);
    std::vector<std::string> list;
    list.reserve(nodes.size());
    for (const GraphNode& node : nodes) list.push_back(node.id.empty() ? names.next(node.stage) : node.id);
    return list;
}

bool is_node_name(const std::string& id) {
    const auto is_part = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
               c == '-';
    };
    return !id.empty() && std::all_of(id.begin(), id.end(), is_part);
}

}  // namespace sluice
