// Weights of columns and rows, each pixel for itself: where no tile fits.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// An item has enough to wait for with one unit.
constexpr DeclaredUnits plain_units = units(128, 0, 128, 128, 1);

bool fits_plain(const PassNeeds& needs) { return needs.weighs; }

}  // namespace

StrategyDef plain() { return of_units<fits_plain, plain_units>("pixel by pixel"); }

}  // namespace sluice::strategies
