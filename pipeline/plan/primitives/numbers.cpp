#include "pipeline/plan/primitives/numbers.hpp"

#include <variant>

namespace sluice {

std::optional<double> number_of(const Primitives& graph, std::size_t node, const std::string& name) {
    const Primitive& primitive = graph.nodes.at(node);
    const StageInputs inputs = graph.inputs_of(primitive);
    if (name == "white" && !inputs.images.empty() && inputs.images[0]) return inputs.image().white_value();
    if (const KernelCall* call = primitive.stage->call())
        for (const Constant& constant : call->constants(inputs))
            if (constant.name == name) return constant.value;
    const auto at = primitive.values.find(name);
    if (at == primitive.values.end()) return std::nullopt;
    if (const auto* number = std::get_if<double>(&at->second)) return *number;
    if (const auto* integer = std::get_if<std::int64_t>(&at->second)) return static_cast<double>(*integer);
    if (const auto* boolean = std::get_if<bool>(&at->second)) return *boolean ? 1.0 : 0.0;
    return std::nullopt;
}

}  // namespace sluice
