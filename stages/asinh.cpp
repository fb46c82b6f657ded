#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Asinh {
    double strength = 10;
};

}  // namespace

StageDef asinh() {
    return point<Asinh>("asinh",
                        "Lifts the shadows: white * asinh(strength * v / white) / asinh(strength), as "
                        "AsinhStretch of astropy with a = 1 / strength.")
        .param("strength", &Asinh::strength, "Strength of the curve. Near 0 the image almost stays as it is.",
               range(0.001, 1e6), live)
        .monotone()
        .infer([](const Asinh&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Asinh&, const StageInputs&) {
            return KernelFunction{"compressed", "compressed_asinh"};
        })
        .constants([](const Asinh& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double white = inputs.image().white_value();
            return {{"inner", p.strength / white}, {"outer", white / std::asinh(p.strength)}};
        });
}

}  // namespace sluice::stages
