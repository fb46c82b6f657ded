// What is gathered pixel by pixel, from rows as they lie.
#include "pipeline/plan/strategies/units.hpp"

#include <cstddef>

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits gather_units = units(128, 0, 128, 128, 8);
constexpr std::size_t long_gathered = 16;  // bytes of a pixel
constexpr StrategyNumber gather_long{"depth of long pixels", 0, 4, StrategyNumber::Values::any};

bool fits_gather(const PassNeeds& needs) { return only_gathers(needs) && !needs.samples && !needs.turned; }

UnitNumbers gather_numbers(const PassNeeds& needs, const StrategyNumbers& numbers, const DeviceFacts&,
                           bool alone) {
    UnitNumbers found = gather_units.of(numbers, alone);
    if (!alone && needs.store_bytes >= long_gathered)
        found.depth = static_cast<int>(numbers.of(gather_long, alone));
    return found;
}

}  // namespace

StrategyDef gather() {
    return of_units<fits_gather, gather_numbers>("gather", gather_units.all({gather_long}));
}

}  // namespace sluice::strategies
