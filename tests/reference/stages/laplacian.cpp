#include "tests/reference/stages/slope.hpp"

namespace sluice::reference::stages {

StageReference laplacian() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const Sums sums(src, {{{0, -1}, 1}, {{-1, 0}, 1}, {{0, 0}, -4}, {{1, 0}, 1}, {{0, 1}, 1}},
                        beside_of(call.values, src.format()));
        return {of_ends(src, slope_format(call), [&](const SamplePlace& p) { return sums.at(p); })};
    }};
}

}  // namespace sluice::reference::stages
