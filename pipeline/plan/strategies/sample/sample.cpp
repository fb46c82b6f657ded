// What is read between pixels.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

constexpr DeclaredUnits sample_units = units(128, 0, 2, 2, 4);

bool fits_sample(const PassNeeds& needs) { return only_gathers(needs) && needs.samples; }

}  // namespace

StrategyDef sample() { return of_units<fits_sample, sample_units>("between pixels"); }

}  // namespace sluice::strategies
