#include "pipeline/plan/schedule/place.hpp"
#include "pipeline/plan/text.hpp"
#include "pipeline/plan/tuning/nearest.hpp"
#include "pipeline/plan/words.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// "; 1 s predicted, not 2 s (tiled), 3 s (pixel by pixel)", where there is a choice.
std::string compared(const std::vector<PassShape>& by_time) {
    if (by_time.size() == 1) return "";
    std::string text = cat("; ", time_text(by_time.front().time), " predicted, not ");
    for (std::size_t i = 1; i < by_time.size(); ++i)
        text += cat(i == 1 ? "" : ", ", time_text(by_time[i].time), " (", by_time[i].way, ")");
    return text;
}

}  // namespace

const std::vector<StrategyDef>& all_strategies() {
    static const std::vector<StrategyDef> all = strategy_table();
    return all;
}

std::optional<PassShape> place_pass(const PassNeeds& needs, const DeviceFacts& device,
                                    const PlanOptions& options) {
    const DeviceTuning& tuning = tuning_for(device, options);
    std::vector<PassShape> shapes;
    for (const StrategyDef& strategy : all_strategies()) {
        if (needs.interleaved > 1 && needs.gathers && !strategy.interleaved) continue;
        std::optional<PassShape> shape =
            strategy.fit(needs, StrategyNumbers(tuning, strategy.name), device, options);
        if (!shape) continue;
        shape->way = strategy.name;
        shapes.push_back(std::move(*shape));
    }
    if (shapes.empty()) return std::nullopt;
    std::stable_sort(shapes.begin(), shapes.end(), [&](const PassShape& a, const PassShape& b) {
        if (a.way == options.strategy || b.way == options.strategy)
            return a.way == options.strategy && a.way != b.way;
        return a.time < b.time;
    });
    shapes.front().reason += compared(shapes);
    return std::move(shapes.front());
}

}  // namespace sluice
