#include "pipeline/plan/schedule/own_levels.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/schedule/pass_design.hpp"

#include <algorithm>
#include <variant>

namespace sluice {
namespace {

// Of functions in a Table that each group computes for itself; a longer chain is worth a launch.
constexpr std::ptrdiff_t most_transcendental = 1;

bool is_cheap(const Primitives& graph, const Primitive& levels) {
    return std::count_if(levels.chain.begin(), levels.chain.end(), [&](std::size_t point) {
               return nature_of(stage_function(graph, graph.nodes[point])).cost == Cost::transcendental;
           }) <= most_transcendental;
}

// Whether a Gather of the pass evaluates the Point where it reads.
bool is_gathered(const PassStep& pass, std::size_t point) {
    return std::any_of(pass.gathers.begin(), pass.gathers.end(), [&](const GatherSource& gather) {
        return std::count(gather.points.begin(), gather.points.end(), point) > 0;
    });
}

// The passes that look words up in a Table; none when one takes it otherwise, or in wider numbers.
std::vector<PassStep*> looked_up_by(const Primitives& graph, std::vector<Step>& steps, std::size_t table) {
    const std::vector<std::size_t> users = graph.users()[table];
    const auto in_double = [&](std::size_t i) { return graph.in_double(i); };
    const auto looks_up = [&](const PassStep& pass, std::size_t user) {
        const std::vector<std::size_t> images = pass.images();
        return looks_words_up(graph, pass, user) && std::none_of(images.begin(), images.end(), in_double);
    };
    std::vector<PassStep*> found;
    for (const std::size_t user : users) {
        bool any = false;
        for (Step& step : steps) {
            auto* pass = std::get_if<PassStep>(&step);
            if (pass == nullptr) continue;
            if (is_gathered(*pass, user)) return {};
            if (std::count(pass->points.begin(), pass->points.end(), user) == 0) continue;
            if (!looks_up(*pass, user)) return {};
            any = true;
            found.push_back(pass);
        }
        if (!any) return {};
    }
    return found;
}

}  // namespace

void own_levels(const Primitives& graph, std::vector<Step>& steps, const DeviceFacts& device,
                const PlanOptions& options) {
    if (device.cpu() || !options.fuse) return;
    for (std::size_t i = 0; i < steps.size();) {
        const auto* table = std::get_if<TableStep>(&steps[i]);
        const bool levels = table != nullptr && !graph.nodes[table->node].chain.empty() &&
                            is_cheap(graph, graph.nodes[table->node]);
        const std::vector<PassStep*> passes =
            levels ? looked_up_by(graph, steps, table->node) : std::vector<PassStep*>();
        for (PassStep* pass : passes) pass->levels.push_back(table->node);
        if (passes.empty())
            ++i;
        else
            steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(i));
    }
}

}  // namespace sluice
