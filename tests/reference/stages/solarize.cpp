// white - v where v >= level * white. Exact.
#include "tests/reference/sloped.hpp"

namespace sluice::reference::stages {

StageReference solarize() {
    return each_colour([](const StageCall& call) -> OfSample {
        const double white = call.image().format().white_value();
        const Real level = call.real(call.real(call.number("level")) * white);
        return [=, inverted = sloped(call, -1, white)](Real v) { return v >= level ? inverted(v) : v; };
    });
}

}  // namespace sluice::reference::stages
