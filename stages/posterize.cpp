#include "stages/shared/light.hpp"

namespace sluice::stages {
namespace {

struct Posterize {
    int levels = 4;
};

}  // namespace

StageDef posterize() {
    return point<Posterize>("posterize",
                            "Reduces each channel to a few levels, evenly spaced from black to white, as "
                            "ImageMagick's -posterize. Each value becomes the nearest level.")
        .also({{"colors", "4"}})
        .example("4")
        .param("levels", &Posterize::levels, "Number of levels. 256 leaves 8-bit images as they are.",
               range(2, 256), live)
        .monotone()
        .function([](const Posterize&, const StageInputs& inputs) {
            return KernelFunction{"posterize", dividing("posterize", inputs)};
        });
}

}  // namespace sluice::stages
