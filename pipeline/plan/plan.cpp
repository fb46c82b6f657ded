#include "pipeline/plan/plan.hpp"

#include <algorithm>
#include <variant>

namespace sluice {

std::size_t ExecutionPlan::passes() const {
    return static_cast<std::size_t>(std::count_if(steps.begin(), steps.end(), [](const PlannedStep& step) {
        const auto* launch = std::get_if<Launch>(&step);
        return launch != nullptr && launch->over_pixels;
    }));
}

std::optional<std::size_t> ExecutionPlan::metadata_source(std::size_t sink) const {
    std::size_t node = sink;
    while (!graph.nodes[node].is(Kind::source)) {
        if (graph.nodes[node].inputs.empty() || !graph.nodes[node].inputs[0]) return std::nullopt;
        node = *graph.nodes[node].inputs[0];
    }
    return node;
}

}  // namespace sluice
