// Weights of columns and rows, each pixel for itself: where no tile fits.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// An item has enough to wait for with one unit.
constexpr DeclaredUnits plain_units = units(128, 0, 128, 128, 1);

}  // namespace

StrategyDef plain() {
    return {"pixel by pixel", plain_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (!needs.weighs) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return plain_units.of(numbers, alone); }, device, options);
            }};
}

}  // namespace sluice::strategies
