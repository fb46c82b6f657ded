// Images of bytes that are looked up in local memory.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Each group fills the tables, and has to have enough to do then.
constexpr DeclaredUnits look_up_units = units(256, 0, 256, 4, 8);

}  // namespace

StrategyDef look_up() {
    return {"look-up", look_up_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (needs.gathers || !only_writes(needs) || needs.lookups == 0) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return look_up_units.of(numbers, alone); }, device, options);
            }};
}

}  // namespace sluice::strategies
