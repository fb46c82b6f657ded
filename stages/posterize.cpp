#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Posterize {
    int levels = 4;
};

}  // namespace

StageDef posterize() {
    return point<Posterize>("posterize",
                            "Leaves a few levels of each channel, evenly from black to white: ImageMagick's "
                            "-posterize. Each value becomes the nearest of them.")
        .also({{"quantize", "4"}, {"colors", "4"}})
        .example("4")
        .param("levels", &Posterize::levels, "How many; 256 leave 8 bit as they are.", range(2, 256), live)
        .monotone()
        .function([](const Posterize&, const StageInputs& inputs) {
            return KernelFunction{"posterize", dividing("posterize", inputs)};
        });
}

}  // namespace sluice::stages
