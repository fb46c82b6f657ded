// Images that are stored and reduced.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// A group's end has to be paid for.
constexpr DeclaredUnits write_and_reduce_units = units(256, 8, 256, 4, 4);

}  // namespace

StrategyDef write_and_reduce() {
    return {"write and reduce", write_and_reduce_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (needs.weighs || needs.windows || !needs.stores || !needs.reduces) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return write_and_reduce_units.of(numbers, alone); }, device,
                    options);
            }};
}

}  // namespace sluice::strategies
