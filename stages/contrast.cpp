#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Contrast {
    double amount = 1;
};

}  // namespace

StageDef contrast() {
    return point<Contrast>(
               "contrast",
               "Moves pixel values away from mid-grey (half of white), as contrast() of W3C Filter Effects.")
        .also({{"sigmoidal-contrast", "130%"}, {"brightness-contrast", "130%"}, {"eq", "130%"}})
        .example("1.3")
        .param("amount", &Contrast::amount, "Factor: 1 leaves the image as it is, 0 makes it grey.",
               range(0, 1000), percent, live)
        .affine()
        .infer([](const Contrast&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("sloped")
        .constants([](const Contrast& p, const StageInputs& inputs) -> std::vector<Constant> {
            return {{"slope", p.amount}, {"intercept", inputs.image().white_value() / 2 * (1 - p.amount)}};
        });
}

}  // namespace sluice::stages
