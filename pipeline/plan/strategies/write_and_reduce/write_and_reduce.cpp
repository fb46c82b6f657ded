// Images that are stored and reduced.
#include "pipeline/plan/strategies/units.hpp"

namespace sluice::strategies {
namespace {

bool fits_write_and_reduce(const PassNeeds& needs) {
    return !needs.weighs && !needs.windows && needs.stores && needs.reduces;
}

}  // namespace

StrategyDef write_and_reduce() {
    return of_units<fits_write_and_reduce, writing_and_reducing_units>("write and reduce");
}

}  // namespace sluice::strategies
