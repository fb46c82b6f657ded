// Images that are stored and reduced.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

// A group's end has to be paid for.
constexpr DeclaredUnits write_and_reduce_units = units(256, 8, 256, 4, 4);

bool fits_write_and_reduce(const PassNeeds& needs) {
    return !needs.weighs && !needs.windows && needs.stores && needs.reduces;
}

}  // namespace

StrategyDef write_and_reduce() {
    return of_units<fits_write_and_reduce, write_and_reduce_units>("write and reduce");
}

}  // namespace sluice::strategies
