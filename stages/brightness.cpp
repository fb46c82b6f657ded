#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Brightness {
    double amount = 1;
};

}  // namespace

StageDef brightness() {
    return point<Brightness>("brightness", "Multiplies values: brightness() of W3C Filter Effects.")
        .example("1.2")
        .param("amount", &Brightness::amount, "1 leaves the image as it is, 0 makes it black.",
               range(0, 1000), live)
        .affine()
        .infer([](const Brightness&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("sloped")
        .constants([](const Brightness& p, const StageInputs&) -> std::vector<Constant> {
            return {{"slope", p.amount}, {"intercept", 0}};
        });
}

}  // namespace sluice::stages
