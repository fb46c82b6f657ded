#include "tests/reference/of_alpha.hpp"

namespace sluice::reference::stages {

StageReference unpremultiply() {
    return of_alpha([](const StageCall& call) -> OfAlpha {
        const Real white = call.image().format().white_value();
        return [white](Real v, std::size_t, Real alpha) { return alpha > 0 ? v * white / alpha : 0; };
    });
}

}  // namespace sluice::reference::stages
