// Images that Points make, and nothing else.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Neighbours are best written at the same time. Image objects: a column of the blocks of their memory.
constexpr DeclaredUnits write_units = units(256, 0, 256, 4, 4);

}  // namespace

StrategyDef write() {
    return {"write", write_units.all(),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (needs.gathers || !only_writes(needs) || needs.lookups > 0) return std::nullopt;
                return fit_units(
                    needs, [&](bool alone) { return write_units.of(numbers, alone); }, device, options);
            }};
}

}  // namespace sluice::strategies
