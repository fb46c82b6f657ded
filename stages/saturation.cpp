#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Saturation {
    double amount = 1;
};

}  // namespace

StageDef saturation() {
    return point<Saturation>("saturation",
                             "Makes colours stronger or weaker, as saturate() of W3C Filter Effects, on the "
                             "pixel values as they are. Its luma is 0.213 R + 0.715 G + 0.072 B.")
        .also({{"modulate", "120%"}, {"saturate", "120%"}, {"vibrance", "120%"}, {"color", "120%"}})
        .example("1.4")
        .param("amount", &Saturation::amount, "Factor: 1 leaves the image as it is, 0 makes it grey.",
               range(0, 1000), percent, live)
        .refuse([](const Saturation&, const StageInputs& inputs) { return not_rgb(inputs.image()); })
        .infer([](const Saturation&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function(
            [](const Saturation&, const StageInputs& inputs) { return of_three("saturation", inputs); });
}

}  // namespace sluice::stages
