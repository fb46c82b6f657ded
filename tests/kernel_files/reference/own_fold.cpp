// white - v on one side of level * white. Exact.
#include "tests/reference/params.hpp"
#include "tests/reference/sloped.hpp"

namespace sluice::reference::stages {

StageReference own_fold() {
    return each_colour([](const StageCall& call) -> OfSample {
        const double white = call.image().format().white_value();
        const Real level = call.real(call.real(call.number("level")) * white);
        const bool above = word_of(call.values, "mode") == "above";
        return [=, mirrored = sloped(call, -1, white)](Real v) {
            return (v >= level) == above ? mirrored(v) : v;
        };
    });
}

}  // namespace sluice::reference::stages
