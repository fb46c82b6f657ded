#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Solarize {
    double level = 0.5;
};

}  // namespace

StageDef solarize() {
    return point<Solarize>("solarize",
                           "Inverts what is as bright as a level or brighter: Pillow's "
                           "ImageOps.solarize.")
        .also({{"solarise", "50%"}})
        .param("level", &Solarize::level, "Where inverting begins; 0 inverts all.", range(0, 1), of_white,
               live)
        .infer([](const Solarize&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("solarize");
}

}  // namespace sluice::stages
