// Images of bytes that are looked up in local memory.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Each group fills the tables, and has to have enough to do then.
constexpr DeclaredUnits look_up_units = units(256, 0, 256, 4, 8);

bool fits_look_up(const PassNeeds& needs) {
    return !needs.gathers && only_writes(needs) && needs.lookups > 0;
}

}  // namespace

StrategyDef look_up() { return of_units<fits_look_up, look_up_units>("look-up"); }

}  // namespace sluice::strategies
