// What is read between pixels.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits sample_units = units(128, 0, 2, 2, 4);

}  // namespace

StrategyDef sample() {
    return {"between pixels", sample_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (!gathers_apart(needs) || !only_writes(needs) || !needs.samples) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return sample_units.of(numbers, alone); }, device, options);
            }};
}

}  // namespace sluice::strategies
