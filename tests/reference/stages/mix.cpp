#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {

StageReference mix() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Real weight = call.real(call.number("weight"));
        const auto mixed = [weight](Real a, Real b, Real) {
            return weight == 0 ? a : weight == 1 ? b : a * (1 - weight) + b * weight;
        };
        return of_both(mixed).image(call);
    }};
}

}  // namespace sluice::reference::stages
