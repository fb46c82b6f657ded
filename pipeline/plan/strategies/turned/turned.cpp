// Whole pixels, of which those side by side come from rows below each other.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Narrow tiles read whole sectors of the cache.
constexpr DeclaredUnits turned_units = units(256, 0, 2, 2, 2);

}  // namespace

StrategyDef turned() {
    return {"turned", turned_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (!gathers_apart(needs) || !only_writes(needs) || !needs.turned) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return turned_units.of(numbers, alone); }, device, options);
            }};
}

}  // namespace sluice::strategies
