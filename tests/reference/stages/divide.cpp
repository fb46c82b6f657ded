#include "tests/reference/stages/second.hpp"

namespace sluice::reference::stages {

StageReference divide() {
    return {.image = [](const StageCall& call) -> StageResult {
        const bool whole = is_integer(call.image().format().pixel);
        const auto quotient = [whole](Real a, Real b, Real white) {
            return whole && b == 0 ? 0 : a * white / b;
        };
        return of_both(quotient, Between::anything, Whites::stay).image(call);
    }};
}

}  // namespace sluice::reference::stages
