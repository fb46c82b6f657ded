#include "pipeline/plan/strategies/disjoint/disjoint.hpp"

#include "pipeline/plan/strategies/units.hpp"
#include "pipeline/plan/strategies/weighing.hpp"

#include <memory>

namespace sluice::strategies {
namespace {

constexpr StrategyNumber disjoint_texels{"texels", 0, 32};  // of 16 bytes, that a unit of outputs weighs
constexpr std::size_t most_weights = 64;                    // of an output: they are written out

UnitNumbers numbers_for(const PassNeeds& needs, const StrategyNumbers& numbers, bool alone) {
    if (!alone && !needs.stores) return reducing_units.of({}, alone);
    UnitNumbers units = writing_and_reducing_units.of(numbers, alone);
    if (!alone && !needs.reduces) units.groups = 0;  // a group for each tile
    return units;
}

std::optional<PassShape> fit_disjoint(const PassNeeds& needs, const StrategyNumbers& numbers,
                                      const DeviceFacts& device, const PlanOptions& options) {
    if (!needs.tiled || !needs.tiled->disjoint) return std::nullopt;  // outputs share pixels
    const PassNeeds::Tiled& of = *needs.tiled;
    const std::size_t lines = of.disjoint->rows.weights.size();
    if (of.disjoint->columns.step * lines > most_weights) return std::nullopt;  // an output weighs too much
    const auto numbers_of = [&](bool alone) { return numbers_for(needs, numbers, alone); };
    PassShape shape = place_units(needs, numbers_of, device, options);
    int unit = shape.unit;
    if (!device.cpu() && !needs.image_objects)
        for (unit = shape.pixels; static_cast<std::size_t>(unit) * of.line_bytes % 16 != 0;) unit *= 2;
    const std::size_t texels = static_cast<std::size_t>(unit) * of.line_bytes * lines / 16;
    if (!device.cpu() && texels > numbers.of(disjoint_texels, false)) return std::nullopt;
    shape = place_units(needs, numbers_of, device, options, UnitThatReads{unit, texels});
    const auto strategy = std::make_shared<DisjointUnits>();
    strategy->of = *of.disjoint;
    shape.strategy = strategy;
    Weighing work;
    work.products =
        results_of(needs) * static_cast<double>(lines * (of.disjoint->columns.weights.size() + 1));
    work.waits = false;
    shape.time = time_of(work, shape, needs, device);
    shape.reason += "; no two outputs weigh the same pixel";
    return shape;
}

}  // namespace

StrategyDef disjoint() {
    return {"disjoint", writing_and_reducing_units.all({disjoint_texels}), fit_disjoint};
}

}  // namespace sluice::strategies
