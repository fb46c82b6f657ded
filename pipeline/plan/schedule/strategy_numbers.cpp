#include "pipeline/plan/schedule/strategy_numbers.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cmath>

namespace sluice {
namespace {

constexpr double most_times = 16;  // its standard, and by which it may be less

}  // namespace

bool StrategyNumber::may_be(double value, bool of_cpu) const {
    const double usual = standard(of_cpu), times = value / usual;
    if (usual == 0 || value < 1 || value != std::floor(value)) return false;
    if (times > most_times || times < 1 / most_times) return false;
    return values == Values::any || std::exp2(std::round(std::log2(times))) == times;
}

StrategyNumbers::StrategyNumbers(const DeviceTuning& tuning, std::string_view strategy)
    : of_cpu_(tuning.type == DeviceFacts::Type::cpu) {
    const auto found = tuning.strategies.find(strategy);
    if (found != tuning.strategies.end()) found_ = &found->second;
}

std::size_t StrategyNumbers::of(const StrategyNumber& number, bool alone) const {
    double value = number.standard(alone);
    if (found_ != nullptr && alone == of_cpu_)
        if (const auto found = found_->find(number.name); found != found_->end()) value = found->second;
    return static_cast<std::size_t>(value);
}

std::string tuning_fault(const DeviceTuning& tuning) {
    const bool of_cpu = tuning.type == DeviceFacts::Type::cpu;
    const std::vector<StrategyDef>& strategies = all_strategies();
    for (const auto& [name, numbers] : tuning.strategies) {
        const auto strategy = std::find_if(strategies.begin(), strategies.end(),
                                           [&](const StrategyDef& def) { return def.name == name; });
        if (strategy == strategies.end()) return cat("there is no strategy \"", name, "\"");
        for (const auto& [what, value] : numbers) {
            const auto& known = strategy->numbers;
            const auto number = std::find_if(known.begin(), known.end(),
                                             [&](const StrategyNumber& each) { return each.name == what; });
            if (number == known.end()) return cat("the strategy \"", name, "\" has no number \"", what, "\"");
            if (!number->may_be(value, of_cpu))
                return cat("\"", what, "\" of the strategy \"", name, "\" cannot be ", number_text(value));
        }
    }
    return "";
}

}  // namespace sluice
