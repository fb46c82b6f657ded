// What is gathered pixel by pixel, from rows as they lie.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits gather_units = units(128, 0, 128, 128, 8);
constexpr std::size_t long_gathered = 16;  // bytes
constexpr StrategyNumber gather_long{"depth of long pixels", 0, 4, StrategyNumber::Values::any};

}  // namespace

StrategyDef gather() {
    return {"gather", gather_units.all({gather_long}),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (!gathers_apart(needs) || !only_writes(needs) || needs.samples || needs.turned)
                    return std::nullopt;
                return fit_units(
                    needs,
                    [&](bool alone) {
                        UnitNumbers units = gather_units.of(numbers, alone);
                        if (!alone && needs.store_bytes >= long_gathered)
                            units.depth = static_cast<int>(numbers.of(gather_long, alone));
                        return units;
                    },
                    device, options);
            }};
}

}  // namespace sluice::strategies
