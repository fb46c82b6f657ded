#include "pipeline/plan/primitives.hpp"

namespace sluice {

std::vector<std::vector<std::size_t>> Primitives::users() const {
    std::vector<std::vector<std::size_t>> users(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i)
        for (const auto& input : nodes[i].inputs)
            if (input) users[*input].push_back(i);
    return users;
}

StageInputs Primitives::inputs_of(const Primitive& node) const {
    StageInputs inputs{node.values, {}, {}};
    for (const auto& input : node.inputs) {
        inputs.images.push_back(input ? nodes[*input].format : std::nullopt);
        inputs.tables.push_back(input ? nodes[*input].layout : std::nullopt);
    }
    return inputs;
}

}  // namespace sluice
