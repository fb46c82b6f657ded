// Images that are only reduced.
#include "pipeline/plan/strategies/units.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits reduce_units = units(256, 4, 256, 32, 8);
// Of integers: registers for more groups on a compute unit.
constexpr StrategyNumber depth_of_integers{"depth of objects of integers", 0, 4, StrategyNumber::Values::any};
constexpr StrategyNumber width_of_floats{"width of objects of floats", 0, 16};
// Natural image objects of bytes, which come pixel by pixel.
constexpr StrategyNumber depth_of_bytes{"depth of bytes that lie apart", 0, 3, StrategyNumber::Values::any};

bool all_formats(const PassNeeds& needs, bool (*are)(const ImageFormat&)) {
    return std::all_of(needs.formats.begin(), needs.formats.end(), are);
}
bool of_bytes(const ImageFormat& format) { return bytes(format.pixel) == 1; }
bool of_integers(const ImageFormat& format) { return is_integer(format.pixel); }
bool of_floats(const ImageFormat& format) { return !is_integer(format.pixel); }

UnitNumbers side_by_side(const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device) {
    UnitNumbers units = reduce_units.of(numbers, false);
    if (!fills_groups(needs, units, device)) return units;
    if (needs.word_steps > 0 && all_formats(needs, of_bytes))
        units.depth_apart = static_cast<int>(numbers.of(depth_of_bytes, false));
    if (!needs.image_objects) return units;
    if (all_formats(needs, of_integers)) units.depth = static_cast<int>(numbers.of(depth_of_integers, false));
    if (all_formats(needs, of_floats) && !needs.apart)
        units.width_of_objects = numbers.of(width_of_floats, false);
    return units;
}

}  // namespace

StrategyDef reduce() {
    return {"reduce", reduce_units.all({depth_of_integers, width_of_floats, depth_of_bytes}),
            [](const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts& device,
               const PlanOptions& options) -> std::optional<PassShape> {
                if (needs.weighs || needs.windows || needs.stores) return std::nullopt;
                return fit_units(
                    needs,
                    [&](bool alone) {
                        return alone ? reduce_units.of(numbers, true) : side_by_side(needs, numbers, device);
                    },
                    device, options);
            }};
}

}  // namespace sluice::strategies
