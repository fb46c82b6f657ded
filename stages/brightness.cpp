#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Brightness {
    double amount = 1;
};

}  // namespace

StageDef brightness() {
    return point<Brightness>("brightness", "Multiplies pixel values, as brightness() of W3C Filter Effects.")
        .also({{"bright", "120%"},
               {"lighten", "120%"},
               {"darken", "80%"},
               {"scaleAbs", "120%"},
               {"convertScaleAbs", "120%"}})
        .example("1.2")
        .param("amount", &Brightness::amount, "Factor: 1 leaves the image as it is, 0 makes it black.",
               range(0, 1000), percent, live)
        .affine()
        .infer([](const Brightness&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("sloped")
        .constants([](const Brightness& p, const StageInputs&) -> std::vector<Constant> {
            return {{"slope", p.amount}, {"intercept", 0}};
        });
}

}  // namespace sluice::stages
