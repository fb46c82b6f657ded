#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>

namespace sluice::reference::stages {

StageReference median() {
    return {.image = [](const StageCall& call) -> StageResult {
        const auto radius = static_cast<std::int64_t>(call.number("radius"));
        Beside outside = beside_of(call.values, call.image().format());
        for (double& v : outside.color) v = stored(v, call.image().format().pixel);
        return {
            of_neighbours(call.image(), rectangle(radius, radius), outside, [](std::vector<Real>& values) {
                const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
                std::nth_element(values.begin(), middle, values.end(), [](Real a, Real b) {
                    return std::isnan(a) || std::isnan(b) ? !std::isnan(a) && std::isnan(b) : a < b;
                });
                return *middle;
            })};
    }};
}

}  // namespace sluice::reference::stages
