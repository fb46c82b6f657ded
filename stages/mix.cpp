#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

struct Mix {
    double weight = 0.5;
};

}  // namespace

StageDef mix() {
    return PointBuilder<Mix>("mix",
                             "Mixes two images: a * (1 - weight) + b * weight, as OpenCV's addWeighted.")
        .also({{"addWeighted", "0.5"}, {"dissolve", "0.5"}, {"crossfade", "0.5"}, {"xfade", "0.5"}})
        .image_in("a", "The image.")
        .image_in(
            "b",
            "Image of the same size. Its values are converted to the white and the channels of the first.")
        .image_out("dst", "The result, in the format of the first image and with its alpha.")
        .param("weight", &Mix::weight, "Weight of the second image: 0 is the first image, 1 the second.",
               range(0, 1), live)
        .refuse([](const Mix&, const StageInputs& inputs) { return apart(inputs.image(0), inputs.image(1)); })
        .function([](const Mix&, const StageInputs&) {
            return KernelFunction{"arithmetic", "arithmetic_mix"};
        })
        .constants([](const Mix&, const StageInputs& inputs) {
            return second_constants(inputs.image(0), inputs.image(1));
        });
}

}  // namespace sluice::stages
