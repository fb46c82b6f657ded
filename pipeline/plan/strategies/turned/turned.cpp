// Whole pixels, of which those side by side come from rows below each other.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Narrow tiles read whole sectors of the cache.
constexpr DeclaredUnits turned_units = units(256, 0, 2, 2, 2);

bool fits_turned(const PassNeeds& needs) { return only_gathers(needs) && needs.turned; }

}  // namespace

StrategyDef turned() { return of_units<fits_turned, turned_units>("turned"); }

}  // namespace sluice::strategies
