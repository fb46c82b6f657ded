#include "stages/shared/light.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Exposure {
    double amount = 0;
};

}  // namespace

StageDef exposure() {
    return point<Exposure>("exposure",
                           "Changes the exposure: multiplies linear light by 2^amount. sRGB-encoded values "
                           "are decoded first and encoded again.")
        .also({{"ev", "1"}, {"stops", "1"}})
        .example("0.5")
        .param("amount", &Exposure::amount,
               "Exposure change: 0 leaves the image as it is, 1 doubles the light.", range(-20, 20),
               unit("stops"), live)
        .refuse([](const Exposure&, const StageInputs& inputs) { return luma_fault(inputs.image()); })
        .monotone()
        .infer([](const Exposure&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function([](const Exposure&, const StageInputs& inputs) { return gain_of_light(inputs); })
        .constants([](const Exposure& p, const StageInputs& inputs) {
            const double gain = std::exp2(p.amount);
            return gains_of_light({gain, gain, gain}, inputs);
        });
}

}  // namespace sluice::stages
