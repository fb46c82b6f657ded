// v * a + colour * (1 - a); the colour itself where a is 0.
#include "tests/reference/of_alpha.hpp"
#include "tests/reference/params.hpp"

namespace sluice::reference::stages {

StageReference flatten() {
    return of_alpha([](const StageCall& call) -> OfAlpha {
        const Real white = call.image().format().white_value();
        const std::vector<double> color = numbers_of(call.values, "color").value();
        return [=](Real v, std::size_t channel, Real alpha) {
            const Real below = call.real(color.size() == 1 ? color[0] : color[channel]);
            return alpha == 0 ? below : alpha == white ? v : (v * alpha + below * (white - alpha)) / white;
        };
    });
}

}  // namespace sluice::reference::stages
