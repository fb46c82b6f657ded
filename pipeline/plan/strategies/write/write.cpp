// Images that Points make, and nothing else.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// Neighbours are best written at the same time. Image objects: a column of the blocks of their memory.
constexpr DeclaredUnits write_units = units(256, 0, 256, 4, 4);

bool fits_write(const PassNeeds& needs) { return !needs.gathers && only_writes(needs) && needs.lookups == 0; }

}  // namespace

StrategyDef write() { return of_units<fits_write, write_units>("write"); }

}  // namespace sluice::strategies
