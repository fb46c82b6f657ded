#include "tests/reference/gain.hpp"

#include <cmath>

namespace sluice::reference::stages {

StageReference exposure() {
    return gained(
        [](const StageCall& call) -> Gains {
            const Real gain = std::exp2(call.number("amount"));
            return {gain, gain, gain};
        },
        true);
}

}  // namespace sluice::reference::stages
