#include "pipeline/run/results.hpp"

#include <variant>

namespace sluice {

HostImages images_for_results(const ExecutionPlan& plan, std::pmr::memory_resource* memory) {
    HostImages images;
    for (const PlannedStep& step : plan.steps)
        if (const auto* down = std::get_if<Download>(&step))
            images.emplace(plan.graph.nodes[down->sink].id,
                           HostImage(plan.images[down->image].format, Destination{Layout::device, memory}));
    return images;
}

std::map<std::string, ResultPlace> views_of(HostImages& images) {
    std::map<std::string, ResultPlace> views;
    for (auto& [sink, image] : images) views.emplace(sink, image.view());
    return views;
}

}  // namespace sluice
