#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Log {
    double strength = 1000;
};

}  // namespace

StageDef log() {
    return point<Log>("log",
                      "Lifts the shadows: white * log(1 + strength * v / white) / log(1 + strength), as "
                      "LogStretch of astropy with a = strength. Negative values are treated symmetrically.")
        .param("strength", &Log::strength, "Strength of the curve. Near 0 the image almost stays as it is.",
               range(0.001, 1e6), live)
        .monotone()
        .infer([](const Log&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Log&, const StageInputs&) {
            return KernelFunction{"compressed", "compressed_log"};
        })
        .constants([](const Log& p, const StageInputs& inputs) -> std::vector<Constant> {
            const double white = inputs.image().white_value();
            return {{"inner", p.strength / white}, {"outer", white / std::log1p(p.strength)}};
        });
}

}  // namespace sluice::stages
