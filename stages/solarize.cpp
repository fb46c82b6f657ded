#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Solarize {
    double level = 0.5;
};

}  // namespace

StageDef solarize() {
    return point<Solarize>("solarize",
                           "Inverts pixel values at or above a level, as ImageOps.solarize of Pillow.")
        .also({{"solarise", "50%"}})
        .param("level", &Solarize::level, "Level at which inverting begins. 0 inverts everything.",
               range(0, 1), of_white, live)
        .infer([](const Solarize&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("solarize");
}

}  // namespace sluice::stages
