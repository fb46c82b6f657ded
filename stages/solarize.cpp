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
        .param("level", &Solarize::level, "Where inverting begins, as a part of white; 0 inverts all.",
               range(0, 1), live)
        .infer([](const Solarize&, const StageInputs& inputs) { return moved(inputs.image()); })
        .function("solarize");
}

}  // namespace sluice::stages
